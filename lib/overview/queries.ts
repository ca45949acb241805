import { queryOptions } from "@tanstack/react-query";
import { QUERY_ROOTS } from "../query-keys";
import { MINUTE_MS } from "../time";
import { fetchOverview } from "./calls";

/** The query keys of this slice. */
export const overviewKeys = { all: QUERY_ROOTS.overview };

/** Returns the query of the overview, refreshed every minute while a staff page is open. */
export function overviewQuery() {
  return queryOptions({
    queryKey: overviewKeys.all,
    queryFn: ({ signal }) => fetchOverview(signal),
    staleTime: MINUTE_MS / 2,
    refetchInterval: ({ state }) => (state.error ? false : MINUTE_MS),
  });
}
