import { keysOf } from "../../values/objects";
import { toEditValues } from "../edit/pet-values";
import { valueWords } from "../edit/words";
import type { ListedPet } from "../list/schema";
import { COMPANIONS, type Companion } from "../profile/choices";
import { type NewProfile, NO_PROFILE, toNewProfile } from "../profile/schema";
import { ageWords } from "../profile/words";
import type { NewPet } from "../schema";
import type { ImportRow } from "./read-rows";
import type { ImportedProfile } from "./schema";
import type { ImportField } from "./table";

type ChangedFields = Partial<Record<ImportField, string>>;

/** What importing a row with an id would do: change fields, change nothing (no fields), or find no animal (null). */
export type RowPreview = ChangedFields | null;

export function previewsOf(
  rows: readonly ImportRow[],
  pets: ReadonlyMap<string, ListedPet> | undefined,
): ReadonlyMap<number, RowPreview> {
  return new Map(
    rows.flatMap((row) => {
      const id = row.wanted?.id;
      if (pets === undefined || id == null) return [];
      const pet = pets.get(id.toString());
      return [[row.line, pet ? changedFields(row, pet) : null] as const];
    }),
  );
}

export const isSameAsNow = (preview: RowPreview | undefined) =>
  preview !== undefined && preview !== null && Object.keys(preview).length === 0;

function changedFields({ wanted, cells }: ImportRow, pet: ListedPet): ChangedFields {
  if (wanted === null) return {};
  const profile = pet.profile ? toNewProfile(pet.profile) : NO_PROFILE;
  const values = toEditValues({ pet, profile });
  const { categoryId, ...others } = changesOf(pet, wanted.pet);
  const members = wanted.profile ? changedMembers(profile, wanted.profile) : [];
  const fields = [...Object.keys(others), ...(categoryId === undefined ? [] : ["kind"]), ...members] as FieldOfAnimal[];
  return Object.fromEntries(
    fields.map((field) => {
      if (field !== "bornOn" || cells.bornOn !== "") return [field, valueWords(field, values)];
      return ["age", values.bornOn === "" ? valueWords(field, values) : ageWords(values.bornOn)];
    }),
  );
}

type FieldOfAnimal = Exclude<ImportField, "id" | "age">;

const PLAIN_MEMBERS = keysOf(NO_PROFILE).filter((member) => member !== "story" && member !== "goodWith");

type Member = Exclude<keyof NewProfile, "goodWith"> | Companion;

/** Returns what a row changes in a profile. Trimmed white space is no change. */
function changedMembers(profile: NewProfile, named: ImportedProfile): Member[] {
  const isOtherStory = named.story !== undefined && (named.story?.trim() ?? "") !== (profile.story?.trim() ?? "");
  return [
    ...(isOtherStory ? (["story"] as const) : []),
    ...PLAIN_MEMBERS.filter((member) => named[member] !== undefined && named[member] !== profile[member]),
    ...COMPANIONS.filter(
      (name) => named.goodWith?.[name] !== undefined && named.goodWith[name] !== profile.goodWith[name],
    ),
  ];
}

/** Returns what differs from the current animal. Trimmed white space is not a difference. */
function changesOf(pet: ListedPet, { name, categoryId, status }: Partial<NewPet>): Partial<NewPet> {
  return {
    ...(name !== undefined && name !== pet.name.trim() && { name }),
    ...(categoryId !== undefined && categoryId !== pet.categoryId && { categoryId }),
    ...(status !== undefined && status !== pet.status && { status }),
  };
}
