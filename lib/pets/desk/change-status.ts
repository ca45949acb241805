import { ApiError } from "../../http/errors";
import { retryIfStale } from "../../http/retries";
import { type Made, sendChangePet } from "../client";
import { fetchCurrentPet } from "../list/calls";
import type { ListedPet } from "../list/schema";
import type { PetStatus } from "../status";

export type StatusChange = { id: bigint; version: string; from: PetStatus; to: PetStatus };

/** The next version, and whether somebody else changed another field; or the animal whose status they changed. */
type StatusOutcome = { done: Made & { isMerged: boolean } } | { collision: ListedPet };

/**
 * A change of another field in the meantime is no collision. After a lost answer, setting the status again changes
 * nothing.
 * @throws ApiError
 */
export function changeStatus({ id, version: seen, from, to }: StatusChange, confirm?: string): Promise<StatusOutcome> {
  return retryIfStale(
    { version: seen, isMerged: false },
    async ({ version, isMerged }): Promise<StatusOutcome> => {
      return { done: { ...(await sendChangePet(id, version, { status: to }, confirm)), isMerged } };
    },
    async () => {
      const current = await fetchCurrentPet(id);
      if (!current) throw new ApiError("not_found", "Somebody has removed this animal.");
      if (current.status !== from && current.status !== to) return { result: { collision: current } };
      return { start: { version: current.version ?? "", isMerged: true } };
    },
  );
}
