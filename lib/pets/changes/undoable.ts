import type { HistoryEntry } from "./history-schema";

/**
 * Whether an action is a step of an adoption. It changed the adoption and its applications too, so it is undone there
 * and not as a change of the animal.
 */
export const isStepOfAdoption = (action: string) => action.startsWith("order.");

/**
 * Whether people can undo an entry of an animal's history, given the newer ones. For a removed animal, that is only the
 * removal. Otherwise it is every change of fields that were not changed again, except for steps of an adoption.
 */
export function canBeUndone(
  { action, changes }: Pick<HistoryEntry, "action" | "changes">,
  newer: readonly Pick<HistoryEntry, "changes">[],
  isPresent: boolean,
): boolean {
  if (!isPresent) return action === "removed" && newer.length === 0;
  if (isStepOfAdoption(action)) return false;
  const fields = Object.keys(changes);
  return fields.length > 0 && !newer.some((other) => fields.some((field) => field in other.changes));
}
