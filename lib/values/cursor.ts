import { INT64_MAX } from "./schemas";

/** The orders that a list can have, by id. */
export const SORTS = ["newest", "oldest"] as const;
export type Sort = (typeof SORTS)[number];

/** The orders by a date: the earliest or the latest first. Entries without a date come last. */
const DATE_SORTS = ["earliest", "latest"] as const;
export type DateSort = (typeof DATE_SORTS)[number];
export type ListSort = Sort | DateSort;

/** Whether a list is ordered by a date. */
export const isDateSort = (sort: ListSort | undefined): sort is DateSort => DATE_SORTS.some((known) => known === sort);

type Direction = "older" | "newer";

/**
 * A place in a list, which leads to the entries older or newer than `id`. In a list by date, `id` is what `placeOf`
 * returns. `sort` is the order of the list, newest first by default.
 */
export type Cursor = { direction: Direction; id: bigint; sort?: ListSort };

/** Cursors of the neighbouring pages, or null where there is none. */
export type Neighbours = { next: string | null; prev: string | null };

/** The longest cursor that is parsed. Ours are shorter. */
export const MAX_CURSOR_LENGTH = 48;

const LETTERS = {
  newest: { older: "o", newer: "n" },
  oldest: { older: "O", newer: "N" },
  earliest: { older: "s", newer: "S" },
  latest: { older: "c", newer: "C" },
} as const satisfies Record<ListSort, Record<Direction, string>>;

/** Encodes a cursor as the opaque string that callers pass back. */
export function encodeCursor({ direction, id, sort = "newest" }: Cursor): string {
  return Buffer.from(`${LETTERS[sort][direction]}${id}`).toString("base64url");
}

/** What each letter says about its cursor. The default order has none. */
const BY_LETTER = new Map(
  [...SORTS, ...DATE_SORTS].flatMap((sort) =>
    (["older", "newer"] as const).map((direction) => [
      LETTERS[sort][direction] as string,
      { direction, ...(sort !== "newest" && { sort }) },
    ]),
  ),
);

/** Decodes exactly what `encodeCursor` writes. Returns null for any other string. */
export function decodeCursor(text: string): Cursor | null {
  const plain = text.length <= MAX_CURSOR_LENGTH ? Buffer.from(text, "base64url").toString("latin1") : "";
  const known = BY_LETTER.get(plain.slice(0, 1));
  const id = /^\d{1,34}$/.test(plain.slice(1)) ? BigInt(plain.slice(1)) : null;
  if (!known || id === null || id > highestOf(known.sort)) return null;
  const cursor: Cursor = { ...known, id };
  return encodeCursor(cursor) === text ? cursor : null;
}

/** The number of low bits that hold the id in a place of a list by date. The time is in the bits above. */
const ID_BITS = 63n;
/** The time of entries without a date that come last, in milliseconds: later than any date that can be stored. */
const LAST_MS = 2 ** 46;
const MAX_PLACE = (BigInt(LAST_MS) << ID_BITS) | INT64_MAX;

/** Returns the highest id or place in a list. */
const highestOf = (sort: ListSort | undefined) => (isDateSort(sort) ? MAX_PLACE : INT64_MAX);

/**
 * Returns the place of an entry in a list by date, which grows with its time and its id. An entry without a time comes
 * last.
 */
export function placeOf(time: Date | null, id: bigint, sort: DateSort): bigint {
  const ms = time?.getTime() ?? (sort === "earliest" ? LAST_MS : 0);
  return (BigInt(ms) << ID_BITS) | id;
}

/** Returns the time and the id of a place, the time as PostgreSQL reads it. */
export function timeAndIdOf(place: bigint): { time: string; id: bigint } {
  const ms = Number(place >> ID_BITS);
  const time = ms === 0 ? "-infinity" : ms === LAST_MS ? "infinity" : new Date(ms).toISOString();
  return { time, id: place & INT64_MAX };
}

/** A range of a list: at most `count` entries in one direction, beginning with `id` itself. */
export type PageRange = { direction: Direction; id: bigint; count: number };

/** How the entries of a list are read. */
type Source<E> = {
  read(range: PageRange): Promise<E[]>;
  idOf(entry: E): bigint;
  /**
   * Reads entries, and an id `settled` up to which no entry can be missing. `newest` returns the highest id that
   * matters among the entries. Needed where an entry may become visible after a newer one:
   * lib/pets/list/store.ts.
   */
  settle?(read: () => Promise<E[]>, newest: (entries: E[]) => bigint): Promise<{ rows: E[]; settled: bigint }>;
};

type PageRequest = { limit: number; cursor?: Cursor | undefined; sort?: ListSort | undefined };

/**
 * Reads a page of a list and the cursors to its neighbours. There is a cursor only if there are more entries, even if
 * entries were removed in the meantime. The cursor's own entry is read along with the page. If it no longer exists, one
 * more read finds out whether anything is behind it.
 */
export async function readPage<E>(request: PageRequest, source: Source<E>): Promise<{ entries: E[] } & Neighbours> {
  const { limit, cursor, sort = "newest" } = request;
  const isNewestFirst = sort === "newest" || sort === "latest";
  const highest = highestOf(sort);
  const direction = cursor?.direction ?? (isNewestFirst ? "older" : "newer");
  const id = cursor?.id ?? (direction === "newer" ? 0n : highest);
  // Reading one entry more than the page holds shows whether the list continues. With a cursor, its own entry comes
  // first.
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

/**
 * Returns entries without those above the settled id, which are left for a later page: others may appear among them.
 */
const upToSettled = <E>(entries: E[], settled: bigint, { idOf }: Source<E>): E[] =>
  entries.slice(0, entries.findLastIndex((entry) => idOf(entry) <= settled) + 1);

/** Returns the cursor that leads on from the last of these entries, or null if there are none. */
function cursorAfter<E>(entries: readonly E[], cursor: Omit<Cursor, "id">, { idOf }: Source<E>): string | null {
  const last = entries.at(-1);
  return last === undefined ? null : encodeCursor({ ...cursor, id: idOf(last) });
}

/** Reads a range. Only settled entries count towards newer ones and around a cursor. */
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
 * Returns the cursor that leads back from the page that was read from `cursor`. `firstId` is the id of the first entry
 * of that page; an empty page leads back to where it came from. A cursor towards newer entries never starts above
 * `settled`, because entries may still appear there.
 */
function wayBack({ direction, id }: Cursor, firstId: bigint | undefined, settled: bigint, highest: bigint): Cursor {
  if (direction === "newer") return { direction: "older", id: firstId ?? (id < highest ? id + 1n : id) };
  const before = firstId ?? (id > 0n ? id - 1n : 0n);
  return { direction: "newer", id: before < settled ? before : settled };
}

/** Returns the range that shows whether anything is behind a cursor. */
function behindOf({ direction, id }: Cursor): PageRange {
  return { direction, id: direction === "older" ? id - 1n : id + 1n, count: 1 };
}
