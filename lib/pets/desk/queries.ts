import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../http/client";
import { isSignedOut } from "../../http/errors";
import { parsePageLinks } from "../../http/query-string";
import { CaredPets } from "../care/schema";
import { fetchLatest, fetchRemoved, petKeys } from "../client";
import { fetchCounts } from "../list/calls";
import type { ListedPet, PetsPage } from "../list/schema";
import { type DeskParams, isByAge, isCounted, listParameters } from "./params";

export const DESK_PAGE_SIZE = 25;
export const DESK_INCLUDE = "profile,version,arrivedAt,care";
/** Maximum number of animals in a bulk change; counting the results of a search stops here too. */
export const MAX_SELECTED = 1_000;

async function fetchDeskPage(params: DeskParams, include: string, signal?: AbortSignal): Promise<PetsPage> {
  const search = listParameters(params, { limit: String(DESK_PAGE_SIZE), include });
  const { data, headers } = await callApi(`/v1/pets?${search}`, CaredPets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** How often the page is compared with what is stored, in milliseconds; less often where that costs more. */
const POLL_MS = 3_000;
const SEARCH_POLL_MS = 10_000;

export const deskKeys = {
  lists: [...petKeys.all, "desk"] as const,
  list: (params: DeskParams) => [...deskKeys.lists, params] as const,
};

/** The server prefetches it under the same key. */
export function deskPageQuery(params: DeskParams) {
  return queryOptions({
    queryKey: deskKeys.list(params),
    queryFn: ({ signal }) => fetchDeskPage(params, DESK_INCLUDE, signal),
    staleTime: 30_000,
    refetchOnMount: ({ state }) => state.isInvalidated,
    placeholderData: keepPreviousData,
  });
}

/**
 * Polls the versions of the same page while the tab is visible: one that differs has changed. It continues after an
 * error, because the page has no button to restart it, but not without a session.
 */
export function deskPollQuery(params: DeskParams) {
  return queryOptions({
    queryKey: [...petKeys.all, "poll", params],
    queryFn: ({ signal }) => fetchDeskPage(params, "version", signal),
    refetchInterval: ({ state }) => {
      if (isSignedOut(state.error)) return false;
      return isCounted(params) && isByAge(params.sort) ? POLL_MS : SEARCH_POLL_MS;
    },
    retry: false,
    gcTime: 0,
  });
}

/** `state` contains the versions, so a change is fetched. */
export function latestQuery(ids: readonly bigint[], state: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "latest", state],
    queryFn: ({ signal }) => fetchLatest(ids, signal),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

export const versionsKey = (pets: readonly ListedPet[]) => pets.map(({ id, version }) => `${id}:${version}`).join();

export function countsQuery(filter = new URLSearchParams()) {
  return queryOptions({
    queryKey: [...petKeys.counts, filter.toString()],
    queryFn: ({ signal }) => fetchCounts(signal, filter.size > 0 ? filter : undefined),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
}

export function removedQuery(cursor: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "removed", cursor],
    queryFn: ({ signal }) => fetchRemoved(cursor, DESK_PAGE_SIZE, signal),
    placeholderData: keepPreviousData,
  });
}

/** Null if the animal is not adopted, or nobody knows by whom. */
export function adopterQuery(petId: bigint) {
  return queryOptions({
    queryKey: [...petKeys.history(petId), "adopter"],
    queryFn: async ({ signal }) => {
      const { fetchAdopters } = await import("../../applications/client");
      const [adopter] = await fetchAdopters({ petId: String(petId), orderStatus: "completed" }, signal);
      return adopter ?? null;
    },
    staleTime: 10_000,
  });
}
