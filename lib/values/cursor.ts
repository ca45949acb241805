import { keysOf } from "./objects";
import { INT64_MAX } from "./schemas";

export const SORTS = ["newest", "oldest"] as const;
export type Sort = (typeof SORTS)[number];

/** By a date: `shipDate` has the earliest first, `changed` the latest. Entries without one come last. */
export const DATE_SORTS = ["shipDate", "changed"] as const;
export type DateSort = (typeof DATE_SORTS)[number];

/** By what the entries have. A cursor is the number of entries before its page. */
export const KEY_SORTS = ["name", "waiting", "status"] as const;
export type KeySort = (typeof KEY_SORTS)[number];
export type ListSort = Sort | DateSort | KeySort;

export const isDateSort = (sort: ListSort | undefined): sort is DateSort => DATE_SORTS.some((known) => known === sort);
export const isKeySort = (sort: ListSort | undefined): sort is KeySort => KEY_SORTS.some((known) => known === sort);

type Direction = "older" | "newer";

/**
 * Leads to the entries older or newer than `id`; in a list by date, `id` is what `placeOf` returns. `sort` is newest
 * first by default.
 */
export type Cursor = { direction: Direction; id: bigint; sort?: ListSort };

export type Neighbours = { next: string | null; prev: string | null };

/** A page of a list, as endpoints answer with it. */
export type Listed<T> = { data: T[]; page: Neighbours };

/** Ours are shorter. */
export const MAX_CURSOR_LENGTH = 48;

/** For older and for newer entries. */
const LETTERS: Readonly<Record<ListSort, string>> = {
  ...{ newest: "on", oldest: "ON", shipDate: "sS", changed: "cC" },
  ...{ name: "aA", waiting: "wW", status: "tT" },
};

export function encodeCursor({ direction, id, sort = "newest" }: Cursor): string {
  return Buffer.from(`${LETTERS[sort][direction === "older" ? 0 : 1]}${id}`).toString("base64url");
}

/** Exactly what `encodeCursor` writes; null for any other string. The default order is left out. */
export function decodeCursor(text: string): Cursor | null {
  const plain = text.length <= MAX_CURSOR_LENGTH ? Buffer.from(text, "base64url").toString("latin1") : "";
  const [, letter = "", digits = ""] = /^([a-z])(\d{1,34})$/i.exec(plain) ?? [];
  const sort = keysOf(LETTERS).find((known) => letter && LETTERS[known].includes(letter));
  if (!sort || BigInt(digits) > highestOf(sort)) return null;
  const direction = LETTERS[sort].startsWith(letter) ? "older" : "newer";
  const cursor: Cursor = { direction, id: BigInt(digits), ...(sort !== "newest" && { sort }) };
  return encodeCursor(cursor) === text ? cursor : null;
}

/** The low bits of a place hold the id, the bits above the time. */
const ID_BITS = 63n;
/** Of entries without a date that come last: later than any date that can be stored. */
const LAST_MS = 2 ** 46;
const MAX_PLACE = (BigInt(LAST_MS) << ID_BITS) | INT64_MAX;

const highestOf = (sort: ListSort | undefined) => (isDateSort(sort) ? MAX_PLACE : INT64_MAX);

/** Grows with the time and the id. An entry without a time comes last. */
export function placeOf(time: Date | null, id: bigint, sort: DateSort): bigint {
  const ms = time?.getTime() ?? (sort === "shipDate" ? LAST_MS : 0);
  return (BigInt(ms) << ID_BITS) | id;
}

/** The time as PostgreSQL reads it. */
export function timeAndIdOf(place: bigint): { time: string; id: bigint } {
  const ms = Number(place >> ID_BITS);
  const time = ms === 0 ? "-infinity" : ms === LAST_MS ? "infinity" : new Date(ms).toISOString();
  return { time, id: place & INT64_MAX };
}

/** At most `count` entries in one direction, beginning with `id` itself. */
export type PageRange = { direction: Direction; id: bigint; count: number };

/** The range of a table whose rows are numbered, for Prisma. */
export const numbered = ({ direction, id, count }: PageRange) => ({
  where: { number: direction === "newer" ? { gte: id } : { lte: id } },
  orderBy: { number: direction === "newer" ? ("asc" as const) : ("desc" as const) },
  take: count,
});

type Source<E> = {
  read(range: PageRange): Promise<E[]>;
  idOf(entry: E): bigint;
  /**
   * Reads entries, and an id `settled` up to which none can be missing. Needed where an entry may become visible after
   * a newer one: lib/pets/list/store.ts.
   */
  settle?(read: () => Promise<E[]>, newest: (entries: E[]) => bigint): Promise<{ rows: E[]; settled: bigint }>;
};

type PageRequest = { limit: number; cursor?: Cursor | undefined; sort?: ListSort | undefined };

/**
 * There is a cursor only if there are more entries. The cursor's own entry is read along with the page; if it no longer
 * exists, one more read finds out whether anything is behind it.
 */
export async function readPage<E>(request: PageRequest, source: Source<E>): Promise<{ entries: E[] } & Neighbours> {
  const { limit, cursor, sort = "newest" } = request;
  const isNewestFirst = sort === "newest" || sort === "changed";
  const highest = highestOf(sort);
  const direction = cursor?.direction ?? (isNewestFirst ? "older" : "newer");
  const id = cursor?.id ?? (direction === "newer" ? 0n : highest);
  // One entry more than the page holds shows whether the list continues. With a cursor, its own entry comes first.
  const range = { direction, id, count: limit + (cursor ? 2 : 1) };
  const { rows, settled = highest } = await readRange(source, range, cursor !== undefined);
  const isAtCursor = cursor !== undefined && idOfFirst(rows, source) === cursor.id;
  const others = isAtCursor ? rows.slice(1) : rows;
  const found = direction === "newer" ? upToSettled(others, settled, source) : others;
  const entries = found.slice(0, limit);

  //   behind ← | cursor | first entry … last entry | → ahead, in the direction of reading
  const ahead = found.length > limit ? cursorAfter(entries, { direction, sort }, source) : null;
  const back = cursor && wayBack(cursor, idOfFirst(entries, source), settled, highest);
  const hasBehind = back && (isAtCursor || (await source.read(behindOf(back))).length > 0);
  const behind = hasBehind ? encodeCursor({ ...back, sort }) : null;
  return (direction === "newer") === isNewestFirst
    ? { entries: entries.reverse(), prev: ahead, next: behind }
    : { entries, next: ahead, prev: behind };
}

const idOfFirst = <E>([first]: readonly E[], { idOf }: Source<E>): bigint | undefined => first && idOf(first);

/** Those above the settled id are left for a later page: others may appear among them. */
const upToSettled = <E>(entries: E[], settled: bigint, { idOf }: Source<E>): E[] =>
  entries.slice(0, entries.findLastIndex((entry) => idOf(entry) <= settled) + 1);

function cursorAfter<E>(entries: readonly E[], cursor: Omit<Cursor, "id">, { idOf }: Source<E>): string | null {
  const last = entries.at(-1);
  return last === undefined ? null : encodeCursor({ ...cursor, id: idOf(last) });
}

/** Only settled entries count towards newer ones and around a cursor. */
async function readRange<E>(
  { read, idOf, settle }: Source<E>,
  range: PageRange,
  hasCursor: boolean,
): Promise<{ rows: E[]; settled?: bigint }> {
  const isTowardsNewer = range.direction === "newer";
  if (!settle || !(hasCursor || isTowardsNewer)) return { rows: await read(range) };
  return settle(
    () => read(range),
    (found) => {
      const entry = found.at(isTowardsNewer ? -1 : 0);
      return entry ? idOf(entry) : isTowardsNewer ? 0n : range.id;
    },
  );
}

/**
 * `firstId` is that of the first entry of the page; an empty page leads back to where it came from. A cursor towards
 * newer entries never starts above `settled`, because entries may still appear there.
 */
function wayBack({ direction, id }: Cursor, firstId: bigint | undefined, settled: bigint, highest: bigint): Cursor {
  if (direction === "newer") return { direction: "older", id: firstId ?? (id < highest ? id + 1n : id) };
  const before = firstId ?? (id > 0n ? id - 1n : 0n);
  return { direction: "newer", id: before < settled ? before : settled };
}

function behindOf({ direction, id }: Cursor): PageRange {
  return { direction, id: direction === "older" ? id - 1n : id + 1n, count: 1 };
}
