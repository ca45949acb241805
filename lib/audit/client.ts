import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AuditFilter, fetchAudit, fetchChanges } from "./calls";
import type { AnyChange } from "./lines";

/** How far a list has been read. `next` is the cursor of what follows the unshown changes, null at the end. */
type Progress = { unshown: readonly AnyChange[]; next: string | null };

type List = AnyChange["about"];

export type ListsProgress = Readonly<Partial<Record<List, Progress>>>;

/** Newest first. `next` is null after the last page. */
export type ListsPage = { changes: AnyChange[]; next: ListsProgress | null };

const START: Progress = { unshown: [], next: "" };

/** Where each list of the page of changes begins. */
export const STARTS = {
  all: { settings: START, all: START, additions: START },
  pets: { pets: START, additions: START },
  applications: { applications: START },
  orders: { orders: START },
  settings: { settings: START },
  sign_ins: { settings: START },
} as const satisfies Record<string, ListsProgress>;

/** The audit names an author in its own way: `actor`, or null if it has no changes of them. It has none of animals. */
type ListsFilter = AuditFilter & { actor: string | null | undefined };

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
    changes,
    next: unfinished.length === 0 ? null : (Object.fromEntries(left) as ListsProgress),
  };
}

/** Reads the next page of a list, unless some of its entries are not shown yet. */
async function readOn(
  about: List,
  { unshown, next }: Progress,
  { days, who, what, actor, petId }: ListsFilter,
  signal: AbortSignal,
): Promise<Progress> {
  if (unshown.length > 0 || next === null) return { unshown, next };
  if (about === "settings") {
    if (actor === null || petId !== undefined) return { unshown: [], next: null };
    const page = await fetchAudit({ who: actor, what, days }, next, signal);
    return { unshown: page.entries.map((entry) => ({ about, entry })), next: page.next };
  }
  const page = await fetchChanges(about, { who, days, petId }, next, signal);
  return { unshown: page.sets.map((entry) => ({ about, entry })), next: page.next };
}

const timeOf = (change: AnyChange | undefined) =>
  change === undefined ? Number.POSITIVE_INFINITY : Date.parse(change.entry.at);

export function listsQuery(of: keyof typeof STARTS, filter: ListsFilter) {
  const first: ListsProgress = STARTS[of];
  return infiniteQueryOptions({
    queryKey: ["changes", of, filter] as const,
    queryFn: ({ pageParam, signal }) => fetchLists(pageParam, filter, signal),
    initialPageParam: first,
    getNextPageParam: ({ next }): ListsProgress | null => next,
  });
}
