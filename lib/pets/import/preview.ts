import { NO_CARE } from "../care/schema";
import { toEditValues } from "../edit/pet-values";
import { valueWords } from "../edit/words";
import type { ListedPet } from "../list/schema";
import { NO_PROFILE, toNewProfile } from "../profile/schema";
import { ageWords } from "../profile/words";
import type { ImportRow } from "./read-rows";
import { FIELDS, type ImportField } from "./table";

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

/** Returns the current values of what a row changes. Trimmed white space is no change. */
function changedFields({ cells, values }: ImportRow, pet: ListedPet): ChangedFields {
  const profile = pet.profile ? toNewProfile(pet.profile) : NO_PROFILE;
  const current = toEditValues({ pet, profile, care: NO_CARE });
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const isOlderAge = field === "age" && cells.bornOn !== "";
      if (field === "id" || cells[field] === "" || isOlderAge) return [];
      const name = field === "age" ? "bornOn" : field;
      if (values[name].trim() === current[name].trim()) return [];
      const isAge = field === "age" && current.bornOn !== "";
      return [[field, isAge ? ageWords(current.bornOn) : valueWords(name, current)]];
    }),
  );
}
