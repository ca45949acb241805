import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { pollEvery, QUERY_ROOTS } from "../http/query-client";
import { MINUTE_MS } from "../values/time";
import { Overview } from "./schema";

export const everyMinute = {
  staleTime: MINUTE_MS / 2,
  ...pollEvery(MINUTE_MS),
};

export function overviewQuery() {
  return queryOptions({
    queryKey: QUERY_ROOTS.overview,
    queryFn: async ({ signal }) => (await callApi("/v1/overview", Overview, { signal })).data,
    ...everyMinute,
  });
}
