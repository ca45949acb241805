import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditFilter, fetchAudit, fetchChanges } from "./calls";
import { type AnyChange, withoutRepetitions } from "./lines";
import type { ChangeSubject } from "./schema";

/**
 * How far a list has been read: the changes that are not shown yet, newest first, and the cursor of the rest, which is
 * null at the end.
 */
type Progress = { unshown: readonly AnyChange[]; next: string | null };

type List = AnyChange["about"];

/** How far each of several lists has been read. */
export type ListsProgress = Readonly<Partial<Record<List, Progress>>>;

/** A page of the changes of several lists, newest first. `next` is null after the last one. */
export type ListsPage = { changes: AnyChange[]; next: ListsProgress | null };

const START: Progress = { unshown: [], next: "" };

/** The progress before the first page of all changes, of those of animals, and of those of adoptions. */
export const ALL_START: ListsProgress = {
  settings: START,
  pets: START,
  additions: START,
  applications: START,
  orders: START,
};
export const ANIMALS_START: ListsProgress = { pets: START, additions: START };
const ADOPTIONS_START: ListsProgress = { orders: START, adopters: START };

/**
 * Which changes of the lists to read. The audit names an author in its own way: `actor`, or null if it has no changes
 * of them. It has none of animals.
 */
type ListsFilter = {
  days: number | undefined;
  who: string | undefined;
  actor: string | null | undefined;
  petId: string | undefined;
};

/**
 * Reads the next page of the changes of several lists: the entries that are newer than the point every list has
 * reached.
 * @throws ApiError
 */
export async function fetchLists(from: ListsProgress, filter: ListsFilter, signal: AbortSignal): Promise<ListsPage> {
  const begun = Object.entries(from) as [List, Progress][];
  const lists = await Promise.all(
    begun.map(async ([about, progress]) => ({ about, ...(await readOn(about, progress, filter, signal)) })),
  );
  const unfinished = lists.filter(({ next }) => next !== null);
  const readTo = Math.max(...unfinished.map(({ unshown }) => timeOf(unshown.at(-1))));
  const isDue = (change: AnyChange) => timeOf(change) >= readTo;
  const changes = lists.flatMap(({ unshown }) => unshown.filter(isDue)).sort((a, b) => timeOf(b) - timeOf(a));
  const left = lists.map(({ about, unshown, next }) => [
    about,
    { unshown: unshown.filter((one) => !isDue(one)), next },
  ]);
  return {
    // Only the list of adoptions has each of their steps, so without it nothing is left out.
    changes: "orders" in from ? withoutRepetitions(changes) : changes,
    next: unfinished.length === 0 ? null : (Object.fromEntries(left) as ListsProgress),
  };
}

/** Reads the next page of a list, unless some of its entries are not shown yet. */
async function readOn(
  about: List,
  { unshown, next }: Progress,
  { days, who, actor, petId }: ListsFilter,
  signal: AbortSignal,
): Promise<Progress> {
  if (unshown.length > 0 || next === null) return { unshown, next };
  if (about === "settings") {
    if (actor === null || petId !== undefined) return { unshown: [], next: null };
    const page = await fetchAudit({ who: actor, days }, next, signal);
    return { unshown: page.entries.map((entry) => ({ about, entry })), next: page.next };
  }
  const page = await fetchChanges(about, { who, days, petId }, next, signal);
  return { unshown: page.changes.map((entry) => ({ about, entry })), next: page.next };
}

/** Returns the time of a change in milliseconds, or the far future if there is none. */
const timeOf = (change: AnyChange | undefined) =>
  change === undefined ? Number.POSITIVE_INFINITY : Date.parse(change.entry.at);

type ChangeFilter = Omit<AuditFilter, "what">;

/** Where the lists begin that are read together. */
const STARTS = { animals: ANIMALS_START, adoptions: ADOPTIONS_START };

/** The query keys of this slice. */
const auditKeys = {
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
