import { toEditValues } from "../edit/values";
import { valueWords } from "../edit/words";
import type { ListedPet } from "../list/schema";
import { ageWords } from "../profile/words";
import { changedMembers, profileOfListed } from "./imported-profile";
import type { ImportRow } from "./read-rows";
import { changesOf } from "./run-import";
import type { ImportField } from "./table";

/** The fields of an animal that a row changes, each with its current value in words. */
export type ChangedFields = Partial<Record<ImportField, string>>;

/** What importing a row with an id would do: change fields, change nothing (no fields), or find no animal (null). */
export type RowPreview = ChangedFields | null;

/** Returns what importing each row with an id would do, by line. `pets` has the animals that are known so far. */
export function previewsOf(
  rows: readonly ImportRow[],
  pets: ReadonlyMap<string, ListedPet | null>,
): ReadonlyMap<number, RowPreview> {
  return new Map(
    rows.flatMap((row) => {
      const id = row.wanted?.id?.toString();
      const pet = id === undefined ? undefined : pets.get(id);
      return pet === undefined ? [] : [[row.line, pet && changedFields(row, pet)] as const];
    }),
  );
}

/** Whether importing a row would change nothing. */
export const isSameAsNow = (preview: RowPreview | undefined) =>
  preview !== undefined && preview !== null && Object.keys(preview).length === 0;

function changedFields({ wanted, cells }: ImportRow, pet: ListedPet): ChangedFields {
  if (wanted === null) return {};
  const profile = profileOfListed(pet);
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
