import type { HistoryEntry } from "./history-schema";

/** How the actions of an adoption begin. */
const ORDER = "order.";

/**
 * Whether people can undo an entry of an animal's history, given the newer ones. A removed animal allows only its
 * removal to be undone; one that is present, every change of fields that were not changed again. A step of an adoption
 * also changed the adoption and its applications, so it is not undone as a change of the animal's status.
 */
export function canBeUndone(
  { action, changes }: Pick<HistoryEntry, "action" | "changes">,
  newer: readonly Pick<HistoryEntry, "changes">[],
  isPresent: boolean,
): boolean {
  if (!isPresent) return action === "removed" && newer.length === 0;
  if (action.startsWith(ORDER)) return false;
  const fields = Object.keys(changes);
  return fields.length > 0 && !newer.some((other) => fields.some((field) => field in other.changes));
}
