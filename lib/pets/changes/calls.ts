import { NoBody } from "../../bodies";
import { callApi, versionOf } from "../../http/client";
import { ApiError } from "../../http/errors";
import { parsePageLinks } from "../../http/links";
import { type NewPet, type PetChange, PetDetail } from "../schema";
import { type BatchResult, BatchResults } from "./batch-schema";
import { History, type HistoryEntry } from "./history-schema";
import { type Latest, LatestChanges, type RemovedPet, RemovedPets } from "./latest-schema";

/** Maximum number of attempts while an earlier one with the same Idempotency-Key is in progress. */
const MAX_TRIES_IN_CONFLICT = 6;
const CONFLICT_WAIT_MS = 1_500;

/** An animal to add, and the Idempotency-Key that makes retrying safe. */
export type Addition = { pet: NewPet; idempotencyKey: string };

/**
 * Adds an animal through the API, and returns it with its version. A repeated call with the same Idempotency-Key adds
 * nothing twice, and waits for an earlier attempt that is still in progress.
 * @throws ApiError; if `isCertain(error)` is false, the animal may have been added anyway
 */
export async function sendCreatePet({ pet, idempotencyKey }: Addition): Promise<PetDetail & { version: string }> {
  for (let tries = 1; ; tries++) {
    try {
      const { data, headers } = await callApi("/v1/pets", PetDetail, { method: "POST", body: pet, idempotencyKey });
      return { ...data, version: versionOf(headers) };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "conflict")) throw error;
      // The outcome of the earlier attempt is unknown.
      if (tries === MAX_TRIES_IN_CONFLICT)
        throw new ApiError("unavailable", "An earlier attempt is still in progress.");
      await new Promise((resolve) => setTimeout(resolve, CONFLICT_WAIT_MS));
    }
  }
}

/** Changes an animal, if it still has this version, and returns the next one. @throws ApiError precondition_failed */
export async function sendChangePet(id: bigint, version: string, body: PetChange): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${id}`, PetDetail, { method: "PATCH", ifMatch: version, body });
  return versionOf(headers);
}

/**
 * A change of one animal, made only if it still has this version: new values, the version whose change is undone, or
 * its removal.
 */
export type SentChange = (PetChange | { undo: string } | { remove: true }) & {
  id: bigint;
  ifMatch: string | undefined;
};

/** Changes each animal that can be changed. Returns a result for each, in order. @throws ApiError */
export async function sendChangePets(changes: readonly SentChange[]): Promise<BatchResult[]> {
  const call = { method: "POST", body: { mode: "each", changes } } as const;
  return (await callApi("/v1/pets/batch", BatchResults, call)).data.results;
}

/** Reads who added these animals and what was changed last, by id. */
export async function fetchLatest(ids: readonly bigint[], signal?: AbortSignal): Promise<Map<bigint, Latest>> {
  const { data } = await callApi(`/v1/pets/latest?ids=${ids.join(",")}`, LatestChanges, { signal });
  return new Map(data.map((latest) => [latest.id, latest]));
}

/** One page of removed animals, and the cursors of its neighbours. */
export type RemovedPage = { pets: RemovedPet[]; next: string | null; prev: string | null };

/** Reads one page of removed animals. */
export async function fetchRemoved(cursor: string, limit: number, signal?: AbortSignal): Promise<RemovedPage> {
  const search = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
  const { data, headers } = await callApi(`/v1/pets/removed?${search}`, RemovedPets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads a page of the history of an animal, newest first. */
export async function fetchHistory(petId: bigint, limit: number, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return (await callApi(`/v1/pets/${petId}/history?limit=${limit}`, History, { signal })).data;
}

/** Undoes a change of an animal, if it still has this version. A removed animal needs no version. @throws ApiError */
export async function sendUndoChange(petId: bigint, changeId: bigint, version?: string): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${petId}/history/${changeId}/undo`, PetDetail, {
    method: "POST",
    body: {},
    ifMatch: version,
  });
  return versionOf(headers);
}

/** Removes an animal, if it still has this version. @throws ApiError */
export async function sendRemovePet(petId: bigint, version: string): Promise<void> {
  await callApi(`/v1/pets/${petId}`, NoBody, { method: "DELETE", ifMatch: version });
}

/** Restores a removed animal by undoing its removal, unless it is in the list again already. @throws ApiError */
export async function sendRestorePet(petId: bigint): Promise<void> {
  const [newest] = await fetchHistory(petId, 1);
  if (!newest) throw new ApiError("not_found", "There is nothing to restore.");
  if (newest.action !== "restored") await sendUndoChange(petId, newest.id);
}
