import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "../http/client";
import { followChanges, QUERY_ROOTS } from "../http/query-client";
import { Int64, pageOf, wholeNumber } from "../values/schemas";
import { type BoundedCount, countWords } from "../values/words";

export const MAX_COUNTED = 100;

export const ApplicationCount = z.object({ petId: Int64, count: wholeNumber(1, MAX_COUNTED), more: z.boolean() });
export type ApplicationCount = z.infer<typeof ApplicationCount>;

export const ApplicationCounts = pageOf(ApplicationCount);

export const toCountMap = (counts: readonly ApplicationCount[]) =>
  new Map<bigint, BoundedCount>(counts.map(({ petId, count, more }) => [petId, { count, more }]));

export function applicantsWords(open: BoundedCount): string {
  return open.count === 1 ? "1 applicant" : `${countWords(open)} applicants`;
}

export function applicationCountsQuery(petIds: readonly bigint[]) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.applications, "counts", petIds.join()],
    queryFn: async ({ signal }) => {
      const path = `/v1/applications/counts?petIds=${petIds.join(",")}`;
      return toCountMap((await callApi(path, ApplicationCounts, { signal })).data);
    },
    staleTime: 10_000,
    enabled: petIds.length > 0,
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}
