import { callApi } from "../../http/client";
import { FoundPets } from "../adopters/find/find-schema";
import { fetchPets } from "../list/calls";
import { MAX_PAGE_SIZE } from "../list/page-sizes";
import type { ListedPet, PetsPage } from "../list/schema";
import { type DeskParams, listParameters } from "./params";

/** How many animals a page of the staff's list has. */
export const DESK_PAGE_SIZE = 25;
/** What the table shows besides the animals. */
export const DESK_INCLUDE = "profile,version,waitsSince";
/** Maximum number of animals in a bulk change; counting the results of a search stops here too. */
export const MAX_SELECTED = 1_000;

/** Reads one page of the staff's list. */
export function fetchDeskPage(params: DeskParams, include: string, signal?: AbortSignal): Promise<PetsPage> {
  return fetchPets(listParameters(params, { limit: String(DESK_PAGE_SIZE), include }), signal);
}

/**
 * Reads all matching animals with their versions, at most `MAX_SELECTED` + 1: the last one shows that there are more.
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

/** Reads what visitors find who search for a text: how it is understood, and what it may be. @throws ApiError */
export async function fetchUnderstood(q: string, signal: AbortSignal): Promise<FoundPets> {
  return (await callApi(`/v1/pets/search?${new URLSearchParams({ q })}`, FoundPets, { signal })).data;
}
