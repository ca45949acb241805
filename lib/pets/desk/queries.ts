import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../http/client";
import { parsePageLinks } from "../../http/links";
import { type Latest, Latests, type RemovedPet, RemovedPets } from "../changes/latest-schema";
import { PetCounts } from "../list/count-schema";
import { type ListedPet, Pets, type PetsPage } from "../list/schema";
import { MAX_PAGE_SIZE } from "../list/sizes";
import { petKeys } from "../queries";
import { type DeskParams, listQuery } from "./params";

/** How many animals a page of the staff's list has. */
export const DESK_PAGE_SIZE = 25;
/** How many animals can be changed at once, and where counting a search stops. */
export const MAX_SELECTED = 1_000;
/** How often the page that is shown is compared with the stored one, in milliseconds; a search costs more. */
const POLL_MS = 3_000;
const SEARCH_POLL_MS = 10_000;

/** The keys of the staff's list, below the one key of all animals. */
export const deskKeys = {
  lists: [...petKeys.all, "desk"] as const,
  list: (params: DeskParams) => [...deskKeys.lists, params] as const,
};

/** The query of one page of the staff's list, with profiles and versions. The server prefetches under the same key. */
export function deskPageQuery(params: DeskParams) {
  return queryOptions({
    queryKey: deskKeys.list(params),
    queryFn: ({ signal }) => readPage(params, { limit: String(DESK_PAGE_SIZE), include: "profile,version" }, signal),
    staleTime: 30_000,
    refetchOnMount: ({ state }) => state.isInvalidated,
    placeholderData: keepPreviousData,
  });
}

/** Polls the versions of the same page while the tab is visible. An animal with another version has changed. */
export function deskPollQuery(params: DeskParams) {
  return queryOptions({
    queryKey: [...petKeys.all, "poll", params],
    queryFn: ({ signal }) => readPage(params, { limit: String(DESK_PAGE_SIZE), include: "version" }, signal),
    refetchInterval: params.q === "" ? POLL_MS : SEARCH_POLL_MS,
    retry: false,
    gcTime: 0,
  });
}

async function readPage(params: DeskParams, more: Record<string, string>, signal?: AbortSignal): Promise<PetsPage> {
  const { data, headers } = await callApi(listQuery(params, more), Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** Who added the animals of a page and what was changed last, by id. `state` names their versions. */
export function latestQuery(ids: readonly bigint[], state: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "latest", state],
    queryFn: async ({ signal }) => {
      const { data } = await callApi(`/v1/pets/latest?ids=${ids.join(",")}`, Latests, { signal });
      return new Map<bigint, Latest>(data.map((latest) => [latest.id, latest]));
    },
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** The query of the counts by status and kind. */
export function countsQuery() {
  return queryOptions({
    queryKey: [...petKeys.all, "counts"],
    queryFn: async ({ signal }) => (await callApi("/v1/pets/counts", PetCounts, { signal })).data,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
}

/** How many animals match a search; counting stops at `MAX_SELECTED`. */
export function matchesQuery(params: DeskParams, enabled: boolean) {
  const filter = { ...params, cursor: "", sort: "newest" as const };
  return queryOptions({
    queryKey: [...petKeys.all, "matches", filter],
    queryFn: async ({ signal }) => (await readAllThatMatch(filter, signal)).length,
    staleTime: 30_000,
    enabled,
    placeholderData: keepPreviousData,
  });
}

/**
 * Reads all matching animals with their versions, at most `MAX_SELECTED` + 1: the last one shows that there are more.
 */
export async function readAllThatMatch(params: DeskParams, signal?: AbortSignal): Promise<ListedPet[]> {
  const found: ListedPet[] = [];
  let cursor: string | null = "";
  while (cursor !== null && found.length <= MAX_SELECTED) {
    const page = await readPage({ ...params, cursor }, { limit: String(MAX_PAGE_SIZE), include: "version" }, signal);
    found.push(...page.pets);
    cursor = page.next;
  }
  return found.slice(0, MAX_SELECTED + 1);
}

/** Reads animals by id as they are now; those that are gone are left out. */
export async function readNow(ids: readonly string[]): Promise<Map<string, ListedPet>> {
  const found = new Map<string, ListedPet>();
  for (let at = 0; at < ids.length; at += MAX_PAGE_SIZE) {
    const some = ids.slice(at, at + MAX_PAGE_SIZE);
    const search = new URLSearchParams({ ids: some.join(","), include: "version", limit: String(MAX_PAGE_SIZE) });
    for (const pet of (await callApi(`/v1/pets?${search}`, Pets)).data) found.set(pet.id.toString(), pet);
  }
  return found;
}

export type RemovedPage = { pets: RemovedPet[]; next: string | null; prev: string | null };

/** The query of a page of removed animals. */
export function removedQuery(cursor: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "removed", cursor],
    queryFn: async ({ signal }): Promise<RemovedPage> => {
      const search = new URLSearchParams({ limit: String(DESK_PAGE_SIZE), ...(cursor && { cursor }) });
      const { data, headers } = await callApi(`/v1/pets/removed?${search}`, RemovedPets, { signal });
      return { pets: data, ...parsePageLinks(headers.get("Link")) };
    },
    placeholderData: keepPreviousData,
  });
}
