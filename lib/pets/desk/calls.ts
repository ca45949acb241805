import { NoBody } from "../../bodies";
import { callApi } from "../../http/client";
import { ApiError } from "../../http/errors";
import { parsePageLinks } from "../../http/links";
import { fetchPets } from "../calls";
import { History, type HistoryEntry } from "../changes/history-schema";
import { type Latest, Latests, type RemovedPet, RemovedPets } from "../changes/latest-schema";
import { versionOf } from "../edit/calls";
import { PetCounts } from "../list/count-schema";
import type { ListedPet, PetsPage } from "../list/schema";
import { MAX_PAGE_SIZE } from "../list/sizes";
import { PetDetail } from "../schema";
import { type DeskParams, listParameters } from "./params";

/** How many animals a page of the staff's list has. */
export const DESK_PAGE_SIZE = 25;
/** Maximum number of animals in a bulk change; counting the results of a search stops here too. */
export const MAX_SELECTED = 1_000;

/** Reads one page of the staff's list. */
export function fetchDeskPage(params: DeskParams, include: string, signal?: AbortSignal): Promise<PetsPage> {
  return fetchPets(listParameters(params, { limit: String(DESK_PAGE_SIZE), include }), signal);
}

/** Reads who added these animals and what was changed last, by id. */
export async function fetchLatest(ids: readonly bigint[], signal?: AbortSignal): Promise<Map<bigint, Latest>> {
  const { data } = await callApi(`/v1/pets/latest?ids=${ids.join(",")}`, Latests, { signal });
  return new Map(data.map((latest) => [latest.id, latest]));
}

/** Reads the counts by status and kind. */
export async function fetchCounts(signal?: AbortSignal): Promise<PetCounts> {
  return (await callApi("/v1/pets/counts", PetCounts, { signal })).data;
}

/**
 * Reads all matching animals with their versions: `MAX_SELECTED` + 1 at most, the last of which shows that there are
 * more.
 */
export async function fetchAllThatMatch(params: DeskParams, signal?: AbortSignal): Promise<ListedPet[]> {
  const found: ListedPet[] = [];
  let cursor: string | null = "";
  while (cursor !== null && found.length <= MAX_SELECTED) {
    const more = { limit: String(MAX_PAGE_SIZE), include: "version" };
    const page: PetsPage = await fetchPets(listParameters({ ...params, cursor }, more), signal);
    found.push(...page.pets);
    cursor = page.next;
  }
  return found.slice(0, MAX_SELECTED + 1);
}

/** Reads the current state of animals by id. Those that no longer exist are left out. */
export async function fetchCurrentPets(ids: readonly string[]): Promise<Map<string, ListedPet>> {
  const found = new Map<string, ListedPet>();
  for (let at = 0; at < ids.length; at += MAX_PAGE_SIZE) {
    const some = ids.slice(at, at + MAX_PAGE_SIZE);
    const { pets } = await fetchPets({ ids: some.join(","), include: "version", limit: String(MAX_PAGE_SIZE) });
    for (const pet of pets) found.set(pet.id.toString(), pet);
  }
  return found;
}

/** Reads the current state of an animal; null when it no longer exists. */
export async function fetchCurrentPet(id: bigint): Promise<ListedPet | null> {
  const [pet] = (await fetchCurrentPets([id.toString()])).values();
  return pet ?? null;
}

/** One page of removed animals, and the cursors of its neighbours. */
export type RemovedPage = { pets: RemovedPet[]; next: string | null; prev: string | null };

/** Reads one page of removed animals. */
export async function fetchRemoved(cursor: string, signal?: AbortSignal): Promise<RemovedPage> {
  const search = new URLSearchParams({ limit: String(DESK_PAGE_SIZE), ...(cursor && { cursor }) });
  const { data, headers } = await callApi(`/v1/pets/removed?${search}`, RemovedPets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads a page of the history of an animal, newest first. */
export async function fetchHistory(petId: bigint, limit: number, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return (await callApi(`/v1/pets/${petId}/history?limit=${limit}`, History, { signal })).data;
}

/** Undoes a change of an animal, if it still has this version. A removed animal needs none. @throws ApiError */
export async function undoChange(petId: bigint, changeId: bigint, version?: string): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${petId}/history/${changeId}/undo`, PetDetail, {
    method: "POST",
    body: {},
    ifMatch: version,
  });
  return versionOf(headers);
}

/** Removes an animal, if it still has this version. @throws ApiError */
export async function removePet(petId: bigint, version: string): Promise<void> {
  await callApi(`/v1/pets/${petId}`, NoBody, { method: "DELETE", ifMatch: version });
}

/** Restores a removed animal by undoing its removal. @throws ApiError */
export async function restorePet(petId: bigint): Promise<void> {
  const [newest] = await fetchHistory(petId, 1);
  if (!newest) throw new ApiError("not_found", "There is nothing to restore.");
  await undoChange(petId, newest.id);
}
