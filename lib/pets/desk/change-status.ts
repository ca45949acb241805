import { ApiError, isStale } from "../../http/errors";
import { retryIfStale } from "../../http/retries";
import { fetchHistory, sendChangePet, sendUndoChange } from "../client";
import { fetchCurrentPet } from "../list/calls";
import type { ListedPet } from "../list/schema";
import type { PetStatus } from "../status";

export type StatusChange = { id: bigint; version: string; from: PetStatus; to: PetStatus };

/** The next version, and whether somebody else changed another field; or the animal whose status they changed. */
type StatusOutcome = { done: { version: string; isMerged: boolean } } | { collision: ListedPet };

/**
 * A change of another field in the meantime is no collision. After a lost answer, setting the status again changes
 * nothing.
 * @throws ApiError
 */
export function changeStatus({ id, version: seen, from, to }: StatusChange, confirm?: string): Promise<StatusOutcome> {
  return retryIfStale(
    { version: seen, isMerged: false },
    async ({ version, isMerged }): Promise<StatusOutcome> => {
      return { done: { version: await sendChangePet(id, version, { status: to }, confirm), isMerged } };
    },
    async () => {
      const current = await fetchCurrentPet(id);
      if (!current) throw new ApiError("not_found", "Somebody has removed this animal.");
      if (current.status !== from && current.status !== to) return { result: { collision: current } };
      return { start: { version: current.version ?? "", isMerged: true } };
    },
  );
}

const RECENT_CHANGES = 20;

/**
 * If the last change of the status led from `to` to `from` and the animal still has this version. Returns the next one,
 * also if an earlier attempt, whose answer was lost, has done it.
 * @throws ApiError
 */
export async function undoStatus({ id, version, from, to }: StatusChange): Promise<string> {
  const history = await fetchHistory(id, RECENT_CHANGES);
  const last = history.find(({ changes }) => changes.status);
  const isOwn = last?.changes.status?.from === to && last.changes.status.to === from;
  if (isOwn) {
    try {
      return await sendUndoChange(id, last.id, version);
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }
  const current = await fetchCurrentPet(id);
  if (current?.version !== undefined && current.status === to) return current.version;
  throw new ApiError("conflict", "Somebody has changed this animal since");
}
