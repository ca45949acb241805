import { infiniteQueryOptions } from "@tanstack/react-query";
import { ALL_START, type AllChangesFilter, type AllProgress, fetchAllChanges } from "./all-changes";
import { type AuditFilter, fetchAudit, fetchChanges } from "./calls";
import type { ChangeSubject } from "./change-schema";

type ChangeFilter = Omit<AuditFilter, "what">;

/** The query keys of this slice. */
export const auditKeys = {
  all: ["audit"] as const,
  list: (filter: AuditFilter) => [...auditKeys.all, filter] as const,
  changes: (about: ChangeSubject, filter: ChangeFilter) => ["changes", about, filter] as const,
  allChanges: (filter: AllChangesFilter) => ["changes", "all", filter] as const,
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

/** Returns the query for the changes of animals, applications or adoptions, newest first, page by page. */
export function changesQuery(about: ChangeSubject, filter: ChangeFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.changes(about, filter),
    queryFn: ({ pageParam, signal }) => fetchChanges(about, filter, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** Returns the query for all changes, newest first, page by page. */
export function allChangesQuery(filter: AllChangesFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.allChanges(filter),
    queryFn: ({ pageParam, signal }) => fetchAllChanges(pageParam, filter, signal),
    initialPageParam: ALL_START,
    getNextPageParam: ({ next }): AllProgress | null => next,
  });
}
