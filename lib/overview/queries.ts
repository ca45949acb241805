import { queryOptions } from "@tanstack/react-query";
import { QUERY_ROOTS } from "../query-keys";
import { pollEvery } from "../refetch";
import { MINUTE_MS } from "../values/time";
import { fetchOverview } from "./calls";
import { fetchToday } from "./today";

/** The query keys of this slice. Refetching the overview also refetches the list of today, which has a longer key. */
export const overviewKeys = {
  all: QUERY_ROOTS.overview,
  today: (me: string) => [...QUERY_ROOTS.overview, "today", me] as const,
};

/** Options for data that is refreshed every minute while a staff page is open. */
const everyMinute = {
  staleTime: MINUTE_MS / 2,
  ...pollEvery(MINUTE_MS),
};

/** Returns the query for the overview. */
export function overviewQuery() {
  return queryOptions({
    queryKey: overviewKeys.all,
    queryFn: ({ signal }) => fetchOverview(signal),
    ...everyMinute,
  });
}

/** Returns the query for the list of today. */
export function todayQuery(me: string) {
  return queryOptions({
    queryKey: overviewKeys.today(me),
    queryFn: ({ signal }) => fetchToday(me, signal),
    ...everyMinute,
  });
}
