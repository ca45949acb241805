import { INT64_MAX, parseInt64 } from "./int64";

/** A place in a list that is newest first by id: the entries older than `id`, or those newer than it. */
export type Cursor = { direction: "older" | "newer"; id: bigint };

/** Cursors of the pages around a page; null where there is none. */
export type Neighbours = { next: string | null; prev: string | null };

/** Longest cursor that is looked at; ours are shorter. */
export const MAX_CURSOR_LENGTH = 40;

/** Writes a cursor as the opaque text that callers pass back. */
export function encodeCursor({ direction, id }: Cursor): string {
  return Buffer.from(`${direction === "older" ? "o" : "n"}${id}`).toString("base64url");
}

/** Reads a cursor that `encodeCursor` wrote. Only that exact text is accepted; null for any other. */
export function decodeCursor(text: string): Cursor | null {
  const plain = text.length <= MAX_CURSOR_LENGTH ? Buffer.from(text, "base64url").toString("latin1") : "";
  const id = /^[on]\d{1,19}$/.test(plain) ? parseInt64(plain.slice(1)) : null;
  const cursor = id === null ? null : ({ direction: plain.startsWith("o") ? "older" : "newer", id } as const);
  return cursor && encodeCursor(cursor) === text ? cursor : null;
}

/** A page that was read: the ids of its first and last entry, and whether the query found more in its direction. */
type Page = { first: bigint | undefined; last: bigint | undefined; hasMore: boolean };

/**
 * The cursors around the page read from `from`. On the side that `from` comes from there is always a page; on the other
 * side there is one if the query found more. An empty page leads back to where it came from. No cursor towards newer
 * entries starts above `settled`: up to there, no more entries appear.
 */
export function neighbours({ first, last, hasMore }: Page, from: Cursor | null, settled = INT64_MAX): Neighbours {
  const older = (id: bigint) => encodeCursor({ direction: "older", id });
  const newer = (id: bigint) => encodeCursor({ direction: "newer", id });
  if (!from) return { prev: null, next: hasMore && last !== undefined ? older(last) : null };
  if (from.direction === "older") {
    const before = first ?? (from.id > 0n ? from.id - 1n : 0n);
    return {
      prev: newer(before < settled ? before : settled),
      next: hasMore && last !== undefined ? older(last) : null,
    };
  }
  const after = last ?? (from.id < INT64_MAX ? from.id + 1n : INT64_MAX);
  return { prev: hasMore && first !== undefined ? newer(first) : null, next: older(after) };
}
