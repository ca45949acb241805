import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { QUERY_ROOTS } from "../query-keys";
import { refetch } from "../refetch";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { fetchPets } from "./list/calls";
import { MAX_PAGE_SIZE } from "./list/page-sizes";
import type { ListedPet } from "./list/schema";
import type { PetStatus } from "./status";

/** The query keys of this slice. */
export const petKeys = {
  all: QUERY_ROOTS.pets,
  counts: [...QUERY_ROOTS.pets, "counts"],
  edited: (id: bigint) => [...QUERY_ROOTS.pets, "edited", id.toString()],
  history: (id: bigint) => [...QUERY_ROOTS.pets, "history", id.toString()],
} as const;

/** Returns the query for animals by their ids (separated by commas, at most 100), with their profiles. */
export function petsByIdQuery(ids: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "ids", ids] as const,
    queryFn: ({ signal }) => fetchPetsById(ids, signal),
    enabled: ids !== "",
    placeholderData: keepPreviousData,
  });
}

/** How many animals are offered as choices. */
const MAX_OFFERED = "20";

/** Returns the query for animals whose names contain a string, newest first: all of them, or those of a status. */
export function petsByNameQuery(text: string, status?: PetStatus) {
  const q = text.trim().slice(0, MAX_SEARCH_LENGTH);
  const wanted = { limit: MAX_OFFERED, ...(status && { status }), ...(q !== "" && { q }) };
  return queryOptions({
    queryKey: [...petKeys.all, "names", status, q] as const,
    queryFn: async ({ signal }) => (await fetchPets(wanted, signal)).pets,
    placeholderData: keepPreviousData,
  });
}

/** Ids without duplicates, in a stable order, as `petsByIdQuery` expects them. */
export const idsOf = (ids: readonly (bigint | null)[]) =>
  [...new Set(ids.filter((id) => id !== null))].sort((a, b) => (a < b ? -1 : 1)).join();

/** Reads animals by their ids, as `petsByIdQuery` does. */
export async function fetchPetsById(ids: string, signal: AbortSignal): Promise<ListedPet[]> {
  return (await fetchPets({ ids, limit: String(MAX_PAGE_SIZE), include: "profile,version" }, signal)).pets;
}

/** Refetches everything that changed animals affect, including the applications for them. */
export async function refetchPets(client: QueryClient): Promise<void> {
  for (const key of [QUERY_ROOTS.applications, QUERY_ROOTS.overview]) void refetch(client, key);
  await refetch(client, petKeys.all);
}

/** Refetches everything that a change of one animal affects, except the lists, which show it already. */
export function refetchBesideLists(client: QueryClient, id: bigint): void {
  const { counts, edited, history } = petKeys;
  const { applications, overview } = QUERY_ROOTS;
  for (const key of [counts, edited(id), history(id), applications, overview]) void refetch(client, key);
}

/** `refetchPets` for components. */
export function usePetsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => refetchPets(client), [client]);
}
