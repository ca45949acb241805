import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditFilter, fetchAudit, fetchChanges } from "./calls";
import type { ChangeSubject } from "./change-schema";
import { ADOPTIONS_START, ALL_START, ANIMALS_START, fetchLists, type ListsFilter, type ListsProgress } from "./lists";

type ChangeFilter = Omit<AuditFilter, "what">;

/** Where the lists begin that are read together. */
const STARTS = { animals: ANIMALS_START, adoptions: ADOPTIONS_START };

/** The query keys of this slice. */
export const auditKeys = {
  all: ["audit"] as const,
  list: (filter: AuditFilter) => [...auditKeys.all, filter] as const,
  changes: (about: ChangeSubject, filter: ChangeFilter) => ["changes", about, filter] as const,
  allChanges: (filter: ListsFilter) => ["changes", "all", filter] as const,
  lists: (of: keyof typeof STARTS, filter: ChangeFilter) => ["changes", of, filter] as const,
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

/** Returns the query for the changes of applications, newest first, page by page. */
export function changesQuery(about: ChangeSubject, filter: ChangeFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.changes(about, filter),
    queryFn: ({ pageParam, signal }) => fetchChanges(about, filter, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** Returns the query for all changes, newest first, page by page. */
export function allChangesQuery(filter: ListsFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.allChanges(filter),
    queryFn: ({ pageParam, signal }) => fetchLists(pageParam, filter, signal),
    initialPageParam: ALL_START,
    getNextPageParam: ({ next }): ListsProgress | null => next,
  });
}

/**
 * Returns the query for the changes and additions of animals, or for the steps of adoptions and the recorded adopters,
 * newest first, page by page.
 */
export function listsQuery(of: keyof typeof STARTS, { who, days, petId }: ChangeFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.lists(of, { who, days, petId }),
    queryFn: ({ pageParam, signal }) => fetchLists(pageParam, { who, days, petId, actor: undefined }, signal),
    initialPageParam: STARTS[of],
    getNextPageParam: ({ next }): ListsProgress | null => next,
  });
}
