import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { petKeys } from "./queries";

/** The query of some animals by their ids (separated by commas, at most 100), with their profiles. */
export function namedPetsQuery(ids: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "named", ids] as const,
    queryFn: async ({ signal }) => (await import("./calls")).fetchNamedPets(ids, signal),
    enabled: ids !== "",
    placeholderData: keepPreviousData,
  });
}

/** The ids of things, each once, in a stable order: as the query of `namedPetsQuery` wants them. */
export const idsOf = (ids: readonly (bigint | null)[]) =>
  [...new Set(ids.filter((id) => id !== null))].sort((a, b) => (a < b ? -1 : 1)).join();
