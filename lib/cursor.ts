import { INT64_MAX, parseInt64 } from "./int64";

/** The orders that a list can have, by id. */
export const SORTS = ["newest", "oldest"] as const;
export type Sort = (typeof SORTS)[number];

type Direction = "older" | "newer";

/**
 * A place in a list that is ordered by id: the entries older than `id`, or those newer than it. `sort` is the order of
 * the list that it belongs to, newest first by default.
 */
export type Cursor = { direction: Direction; id: bigint; sort?: Sort };

/** Cursors of the pages around a page; null where there is none. */
export type Neighbours = { next: string | null; prev: string | null };

/** Longest cursor that is looked at; ours are shorter. */
export const MAX_CURSOR_LENGTH = 40;

const LETTERS = { newest: { older: "o", newer: "n" }, oldest: { older: "O", newer: "N" } } as const;

/** Writes a cursor as the opaque text that callers pass back. */
export function encodeCursor({ direction, id, sort = "newest" }: Cursor): string {
  return Buffer.from(`${LETTERS[sort][direction]}${id}`).toString("base64url");
}

/** Reads a cursor that `encodeCursor` wrote. Only that exact text is accepted; null for any other. */
export function decodeCursor(text: string): Cursor | null {
  const plain = text.length <= MAX_CURSOR_LENGTH ? Buffer.from(text, "base64url").toString("latin1") : "";
  const id = /^[on]\d{1,19}$/i.test(plain) ? parseInt64(plain.slice(1)) : null;
  if (id === null) return null;
  const direction = /^o/i.test(plain) ? "older" : "newer";
  const cursor: Cursor = /^[ON]/.test(plain) ? { direction, id, sort: "oldest" } : { direction, id };
  return encodeCursor(cursor) === text ? cursor : null;
}

/** A stretch of a list: at most `count` entries from `id` on, itself included, in one direction, the nearest first. */
export type Stretch = { direction: Direction; id: bigint; count: number };

/** How a page is read. */
export type Source<E> = {
  read(stretch: Stretch): Promise<E[]>;
  idOf(entry: E): bigint;
  /**
   * Reads entries so that none up to `settled` is missing; `newest` is the highest id that matters among them. Needed
   * where an entry can become visible after a newer one: see lib/pets/list/settled-store.ts.
   */
  settle?(read: () => Promise<E[]>, newest: (entries: E[]) => bigint): Promise<{ rows: E[]; settled: bigint }>;
};

type PageRequest = { limit: number; cursor?: Cursor | undefined; sort?: Sort | undefined };

/**
 * Reads a page of a list, and the cursors around it: one exactly where there is something behind it, although entries
 * may be removed. The cursor's own entry is read along with the page. Where it is gone, one more read looks behind it.
 */
export async function readPage<E>(request: PageRequest, source: Source<E>): Promise<{ entries: E[] } & Neighbours> {
  const { limit, cursor, sort = "newest" } = request;
  const { read, idOf } = source;
  const direction = cursor?.direction ?? (sort === "newest" ? "older" : "newer");
  const isTowardsNewer = direction === "newer";
  const start = cursor?.id ?? (isTowardsNewer ? 0n : INT64_MAX);
  // One entry more than the page shows whether the list continues.
  const stretch = { direction, id: start, count: limit + (cursor ? 2 : 1) };
  const { rows: entries, settled } = await readStretch(source, stretch, cursor !== undefined);
  const [nearest] = entries;
  const isAtCursor = cursor !== undefined && nearest !== undefined && idOf(nearest) === cursor.id;
  if (isAtCursor) entries.shift();
  while (isTowardsNewer && entries.length > 0 && idOf(entries.at(-1) as E) > settled) entries.pop();
  const goesOn = entries.length > limit;
  if (goesOn) entries.length = limit;

  const [near, far] = [entries[0], entries.at(-1)].map((entry) => entry && idOf(entry));
  const ahead = goesOn && far !== undefined ? encodeCursor({ direction, id: far, sort }) : null;
  const back = cursor && wayBack(cursor, near, settled);
  const behind =
    back && (isAtCursor || (await read(behindOf(back))).length > 0) ? encodeCursor({ ...back, sort }) : null;
  if (isTowardsNewer === (sort === "newest")) entries.reverse();
  return isTowardsNewer === (sort === "newest")
    ? { entries, prev: ahead, next: behind }
    : { entries, next: ahead, prev: behind };
}

/** Reads a stretch. Towards newer entries, and around a cursor, only what is settled counts. */
async function readStretch<E>(
  { read, idOf, settle }: Source<E>,
  stretch: Stretch,
  hasCursor: boolean,
): Promise<{ rows: E[]; settled: bigint }> {
  const isTowardsNewer = stretch.direction === "newer";
  if (!settle || !(hasCursor || isTowardsNewer)) return { rows: await read(stretch), settled: INT64_MAX };
  return settle(
    () => read(stretch),
    (found) => {
      const entry = found.at(isTowardsNewer ? -1 : 0);
      return entry ? idOf(entry) : isTowardsNewer ? 0n : stretch.id;
    },
  );
}

/**
 * The cursor that leads back from a page that was read from `cursor` on; `near` is its entry nearest to there. An empty
 * page leads back to where it came from. No cursor towards newer entries starts above `settled`: up to there, no more
 * entries appear.
 */
function wayBack({ direction, id }: Cursor, near: bigint | undefined, settled: bigint): Cursor {
  if (direction === "newer") return { direction: "older", id: near ?? (id < INT64_MAX ? id + 1n : id) };
  const before = near ?? (id > 0n ? id - 1n : 0n);
  return { direction: "newer", id: before < settled ? before : settled };
}

/** Where to look whether anything is behind a cursor. */
function behindOf({ direction, id }: Cursor): Stretch {
  return { direction, id: direction === "older" ? id - 1n : id + 1n, count: 1 };
}
