import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditFilter, fetchAudit, fetchChanges } from "./calls";
import type { ChangeSubject } from "./change-schema";
import { ADOPTIONS_START, ALL_START, ANIMALS_START, fetchLists, type ListsFilter, type ListsProgress } from "./lists";

type ChangeFilter = Omit<AuditFilter, "what">;

/** The query keys of this slice. */
export const auditKeys = {
  all: ["audit"] as const,
  list: (filter: AuditFilter) => [...auditKeys.all, filter] as const,
  changes: (about: ChangeSubject, filter: ChangeFilter) => ["changes", about, filter] as const,
  allChanges: (filter: ListsFilter) => ["changes", "all", filter] as const,
  animals: (filter: ChangeFilter) => ["changes", "animals", filter] as const,
  adoptions: (filter: ChangeFilter) => ["changes", "adoptions", filter] as const,
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

/** Returns the query for the changes and additions of animals, newest first, page by page. */
export function animalChangesQuery(filter: ChangeFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.animals(filter),
    queryFn: ({ pageParam, signal }) =>
      fetchLists(pageParam, { who: filter.who, days: filter.days, actor: undefined }, signal),
    initialPageParam: ANIMALS_START,
    getNextPageParam: ({ next }): ListsProgress | null => next,
  });
}

/** Returns the query for the steps of adoptions and the recorded adopters, newest first, page by page. */
export function adoptionChangesQuery({ who, days }: ChangeFilter) {
  return infiniteQueryOptions({
    queryKey: auditKeys.adoptions({ who, days }),
    queryFn: ({ pageParam, signal }) => fetchLists(pageParam, { who, days, actor: undefined }, signal),
    initialPageParam: ADOPTIONS_START,
    getNextPageParam: ({ next }): ListsProgress | null => next,
  });
}
