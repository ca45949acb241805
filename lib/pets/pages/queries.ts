import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { PAGE_SIZE } from "../list/page-size";
import type { PetsParams } from "./page";

/** The one key factory of this slice. */
export const petKeys = {
  all: ["pets"] as const,
  list: ({ status, cursor, limit = PAGE_SIZE }: PetsParams) =>
    [...petKeys.all, "list", status ?? "all", limit, cursor ?? "first"] as const,
};

/** The query of one page. The server prefetches under the same key. */
export function petsQuery(params: PetsParams) {
  return queryOptions({
    queryKey: petKeys.list(params),
    // Imported on first use: the first page is server-rendered and needs no schemas.
    queryFn: async ({ signal }) => (await import("./calls")).fetchPets(params, signal),
    staleTime: 30_000,
    // Do not refetch server-rendered data on mount, even if this browser's clock says it is stale; only after an animal
    // was added.
    refetchOnMount: ({ state }) => state.isInvalidated,
    placeholderData: keepPreviousData,
  });
}
