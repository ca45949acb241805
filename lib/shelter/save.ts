import { retryIfStale } from "../http/retry-if-stale";
import { mergeEdits } from "../merge-edits";
import { changeShelter, fetchShelter, type VersionedShelter } from "./calls";
import { type ShelterValues, toShelter, toShelterValues } from "./form";

/** What an edit starts from: a version of the shelter, and its values. */
export type ShelterBase = { version: string; values: ShelterValues };

/**
 * The current shelter, what the person wants, and the fields that both have changed. Without such fields, it was saved.
 */
export type ShelterOutcome = { present: VersionedShelter; values: ShelterValues; collisions: (keyof ShelterValues)[] };

/**
 * Saves an edit of what was read. If somebody else has changed the shelter since, the edits are merged, and nothing is
 * saved while both have changed the same field.
 * @throws ApiError
 */
export async function saveShelter(base: ShelterBase, values: ShelterValues): Promise<ShelterOutcome> {
  let [stored, wanted] = [base, values];
  const send = () => changeShelter(stored.version, toShelter(wanted));
  const merge = async (): Promise<Omit<ShelterOutcome, "values"> | null> => {
    const present = await fetchShelter();
    const theirs = toShelterBase(present);
    const { values: merged, collisions } = mergeEdits(stored.values, wanted, theirs.values);
    [stored, wanted] = [theirs, merged];
    return collisions.length > 0 ? { present, collisions } : null;
  };
  const outcome = await retryIfStale(send, merge);
  if ("collision" in outcome) return { ...outcome.collision, values: wanted };
  return { present: outcome.done, values: wanted, collisions: [] };
}

/** Returns what an edit of this version starts from. */
export const toShelterBase = ({ shelter, version }: VersionedShelter): ShelterBase => ({
  version,
  values: toShelterValues(shelter),
});
