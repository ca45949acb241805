import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { QUERY_ROOTS } from "../query-keys";
import { fetchPets } from "./calls";
import type { ListedPet } from "./list/schema";
import { MAX_PAGE_SIZE } from "./list/sizes";

/** The one key factory of this slice. */
export const petKeys = { all: QUERY_ROOTS.pets };

/** The query of some animals by their ids (separated by commas, at most 100), with their profiles. */
export function petsByIdQuery(ids: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "ids", ids] as const,
    queryFn: ({ signal }) => fetchPetsById(ids, signal),
    enabled: ids !== "",
    placeholderData: keepPreviousData,
  });
}

/** The ids of things, each once, in a stable order: as the query of `petsByIdQuery` wants them. */
export const idsOf = (ids: readonly (bigint | null)[]) =>
  [...new Set(ids.filter((id) => id !== null))].sort((a, b) => (a < b ? -1 : 1)).join();

async function fetchPetsById(ids: string, signal: AbortSignal): Promise<ListedPet[]> {
  return (await fetchPets({ ids, limit: String(MAX_PAGE_SIZE), include: "profile" }, signal)).pets;
}
