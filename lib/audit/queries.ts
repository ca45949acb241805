import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditFilter, fetchAudit } from "./calls";

/** The query keys of this slice. */
export const auditKeys = {
  all: ["audit"] as const,
  list: (filter: AuditFilter) => [...auditKeys.all, filter] as const,
};

/** Returns the query for the audit, newest first, page by page. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.list(filter),
    queryFn: ({ pageParam, signal }) => fetchAudit(filter, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}
