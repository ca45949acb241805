import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PetsParams } from "./page";
import { PAGE_SIZE } from "./page-size";

/** The one key factory of this slice. */
export const petKeys = {
  all: ["pets"] as const,
  list: ({ status, cursor, limit = PAGE_SIZE }: PetsParams) =>
    [...petKeys.all, "list", status ?? "all", limit, cursor ?? "first"] as const,
};

/** The query of one page; the server prefetches with the same key. */
export function petsQuery(params: PetsParams) {
  return queryOptions({
    queryKey: petKeys.list(params),
    // Schemas come with the first call: the first page is there without one.
    queryFn: async ({ signal }) => (await import("./calls")).fetchPets(params, signal),
    staleTime: 30_000,
    // What the server rendered is shown as it is, even when this browser's clock says that it is old; not so when an animal
    // was added meanwhile.
    refetchOnMount: ({ state }) => state.isInvalidated,
    placeholderData: keepPreviousData,
  });
}
