import { retryIfStale } from "../http/retry-if-stale";
import { mergeEdits } from "../merge-edits";
import { fetchShelter, sendChangeShelter, type VersionedShelter } from "./calls";
import { type ShelterValues, toShelter, toShelterValues } from "./form";

/** What an edit starts from: a version of the shelter, and its values. */
export type ShelterBase = { version: string; values: ShelterValues };

/**
 * The current shelter, what the person wants, and the fields that both have changed. Without such fields, it was saved.
 */
export type ShelterOutcome = { current: VersionedShelter; values: ShelterValues; collisions: (keyof ShelterValues)[] };

/**
 * Saves an edit of what was read. If somebody else has changed the shelter since, the edits are merged, and nothing is
 * saved while both have changed the same field.
 * @throws ApiError
 */
export function saveShelter(base: ShelterBase, values: ShelterValues): Promise<ShelterOutcome> {
  return retryIfStale(
    { base, values },
    async (edit): Promise<ShelterOutcome> => {
      const current = await sendChangeShelter(edit.base.version, toShelter(edit.values));
      return { current, values: edit.values, collisions: [] };
    },
    async (edit) => {
      const current = await fetchShelter();
      const theirs = toShelterBase(current);
      const merged = mergeEdits(edit.base.values, edit.values, theirs.values);
      if (merged.collisions.length > 0) return { result: { current, ...merged } };
      return { start: { base: theirs, values: merged.values } };
    },
  );
}

/** Returns what an edit of this version starts from. */
export const toShelterBase = ({ shelter, version }: VersionedShelter): ShelterBase => ({
  version,
  values: toShelterValues(shelter),
});
