import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { QUERY_ROOTS } from "../query-keys";
import { MINUTE_MS } from "../time";
import { Overview } from "./schema";

/** The one key factory of this slice. */
export const overviewKeys = { all: QUERY_ROOTS.overview };

/** The query of the overview, repeated once a minute while any staff page is open. */
export function overviewQuery() {
  return queryOptions({
    queryKey: overviewKeys.all,
    queryFn: async ({ signal }) => (await callApi("/v1/overview", Overview, { signal })).data,
    staleTime: MINUTE_MS / 2,
    refetchInterval: ({ state }) => (state.error ? false : MINUTE_MS),
  });
}
