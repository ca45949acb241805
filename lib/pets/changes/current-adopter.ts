import type { HistoryEntry } from "./history-schema";
import { isStepOfAdoption } from "./undoable";

/**
 * Returns the application of the adopter of an animal, from its history, newest first, or null if that is not
 * recorded: an animal that was marked as adopted by hand may have an earlier adopter, who is not meant.
 */
export function currentAdopter(entries: readonly HistoryEntry[]): NonNullable<HistoryEntry["application"]> | null {
  const last = entries.find(({ action, changes }) => "status" in changes || action === "order.completed");
  return (last && isStepOfAdoption(last.action) && last.application) || null;
}
