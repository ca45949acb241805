import { NoBody } from "../../bodies";
import { callApi } from "../../http/client";
import { ApiError, isCertain, toSentence } from "../../http/errors";
import { History, type HistoryEntry } from "../changes/history-schema";
import { changePet, versionOf } from "../edit/calls";
import type { ListedPet } from "../list/schema";
import { PetDetail } from "../schema";
import type { PetStatus } from "../status";
import { readNow } from "./queries";

/** A change of the status of one animal, from what the person saw. */
export type StatusChange = { id: bigint; version: string; from: PetStatus; to: PetStatus };

/**
 * The outcome: the next version, and whether somebody else has changed something else meanwhile; or how the animal is
 * now, because somebody else has changed its status.
 */
export type StatusOutcome = { version: string; isMerged: boolean } | { theirs: ListedPet };

/** How often a change is sent again, because somebody else changed something else of the animal. */
const MAX_TRIES = 3;

/**
 * Changes the status of an animal. A change of something else that happened meanwhile is no collision. When an earlier
 * try got no answer but was made, this finds the status as it should be.
 * @throws ApiError
 */
export async function changeStatus({ id, from, to, ...seen }: StatusChange): Promise<StatusOutcome> {
  let { version } = seen;
  for (let tries = 1; ; tries++) {
    try {
      return { version: await changePet(id, version, { status: to }), isMerged: tries > 1 };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "precondition_failed")) throw error;
      const theirs = (await readNow([id.toString()])).get(id.toString());
      if (!theirs) throw new ApiError("not_found", "Somebody has removed this animal.");
      version = theirs.version ?? "";
      if (theirs.status === to) return { version, isMerged: true };
      if (theirs.status !== from || tries === MAX_TRIES) return { theirs };
    }
  }
}

/** Reads a page of the history of an animal, newest first. */
export async function fetchHistory(petId: bigint, limit: number, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return (await callApi(`/v1/pets/${petId}/history?limit=${limit}`, History, { signal })).data;
}

/** Undoes a change of an animal that is still in this version; a removed animal needs none. @throws ApiError */
export async function undoChange(petId: bigint, changeId: bigint, version?: string): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${petId}/history/${changeId}/undo`, PetDetail, {
    method: "POST",
    body: {},
    ifMatch: version,
  });
  return versionOf(headers);
}

/**
 * Undoes the change that made this version of an animal. The newest entry of the history is that change: after any
 * later change, the version no longer matches and this fails.
 * @throws ApiError
 */
export async function undoLatest(petId: bigint, version: string): Promise<string> {
  const [newest] = await fetchHistory(petId, 1);
  if (!newest) throw new ApiError("not_found", "There is nothing to undo.");
  try {
    return await undoChange(petId, newest.id, version);
  } catch (error) {
    if (error instanceof ApiError && error.code === "precondition_failed")
      throw new ApiError("conflict", "Somebody has changed this animal since");
    throw error;
  }
}

/** Removes an animal that is still in this version. @throws ApiError */
export async function removePet(petId: bigint, version: string): Promise<void> {
  await callApi(`/v1/pets/${petId}`, NoBody, { method: "DELETE", ifMatch: version });
}

/** Restores a removed animal by undoing its removal. @throws ApiError */
export async function restorePet(petId: bigint): Promise<void> {
  const [newest] = await fetchHistory(petId, 1);
  if (!newest) throw new ApiError("not_found", "There is nothing to restore.");
  await undoChange(petId, newest.id);
}

/** Why an animal was not changed, in a sentence for people. */
export function whyNot(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong. Try again.";
  if (!isCertain(error)) return "The service could not be reached.";
  if (error.code === "not_found") return "Somebody has removed this animal.";
  if (error.code === "precondition_failed") return "Somebody has changed this animal meanwhile.";
  if (error.code === "conflict") return toSentence(error);
  if (error.code === "forbidden") return "You may not change animals.";
  return "The change was not accepted.";
}
