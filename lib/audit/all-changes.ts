import { fetchAudit, fetchChanges } from "./calls";
import { CHANGE_SUBJECTS, type ChangeSubject, type ListedChange } from "./change-schema";
import type { AuditEntry } from "./schema";

/** A change of one of the lists. `about` says which. */
export type AnyChange = { about: "settings"; entry: AuditEntry } | { about: ChangeSubject; entry: ListedChange };

/**
 * How far a list has been read: the changes that are not shown yet, newest first, and the cursor of the rest, which is
 * null at the end.
 */
type Progress = { unshown: readonly AnyChange[]; next: string | null };

const LISTS = ["settings", ...CHANGE_SUBJECTS] as const;

/** How far all lists have been read. */
export type AllProgress = Readonly<Record<(typeof LISTS)[number], Progress>>;

/** A page of the changes of all lists, newest first. `next` is null after the last one. */
export type AllChangesPage = { changes: AnyChange[]; next: AllProgress | null };

const START: Progress = { unshown: [], next: "" };

/** The progress before the first page. */
export const ALL_START: AllProgress = { settings: START, pets: START, applications: START, orders: START };

/**
 * Which changes of all lists to read. The audit names an author in its own way: `actor`, or null if it has no changes of
 * them.
 */
export type AllChangesFilter = { days: number | undefined; who: string | undefined; actor: string | null | undefined };

/**
 * Reads the next page of the changes of all lists: their entries up to the time that each of them has been read to.
 * @throws ApiError
 */
export async function fetchAllChanges(
  from: AllProgress,
  filter: AllChangesFilter,
  signal: AbortSignal,
): Promise<AllChangesPage> {
  const lists = await Promise.all(
    LISTS.map(async (about) => ({ about, ...(await readOn(about, from[about], filter, signal)) })),
  );
  const unfinished = lists.filter(({ next }) => next !== null);
  const readTo = Math.max(...unfinished.map(({ unshown }) => timeOf(unshown.at(-1))));
  const isDue = (change: AnyChange) => timeOf(change) >= readTo;
  const changes = lists.flatMap(({ unshown }) => unshown.filter(isDue)).sort((a, b) => timeOf(b) - timeOf(a));
  const left = lists.map(({ about, unshown, next }) => [
    about,
    { unshown: unshown.filter((one) => !isDue(one)), next },
  ]);
  return { changes, next: unfinished.length === 0 ? null : (Object.fromEntries(left) as AllProgress) };
}

/** Reads the next page of a list, unless some of its entries are not shown yet. */
async function readOn(
  about: keyof AllProgress,
  { unshown, next }: Progress,
  { days, who, actor }: AllChangesFilter,
  signal: AbortSignal,
): Promise<Progress> {
  if (unshown.length > 0 || next === null) return { unshown, next };
  if (about === "settings") {
    if (actor === null) return { unshown: [], next: null };
    const page = await fetchAudit({ who: actor, days }, next, signal);
    return { unshown: page.entries.map((entry) => ({ about, entry })), next: page.next };
  }
  const page = await fetchChanges(about, { who, days }, next, signal);
  return { unshown: page.changes.map((entry) => ({ about, entry })), next: page.next };
}

/** Returns the time of a change in milliseconds, or the far future if there is none. */
const timeOf = (change: AnyChange | undefined) =>
  change === undefined ? Number.POSITIVE_INFINITY : Date.parse(change.entry.at);
