import { parseInt64 } from "../int64";

/** A place in the list (id descending): the animals older than `id`, or those newer than it. */
export type Cursor = { direction: "older" | "newer"; id: bigint };

/** Writes a cursor as the opaque text that callers pass back. */
export function encodeCursor({ direction, id }: Cursor): string {
  return Buffer.from(`${direction === "older" ? "o" : "n"}${id}`).toString("base64url");
}

/** Reads a cursor that `encodeCursor` wrote; only that exact text is accepted, null for any other. */
export function decodeCursor(text: string): Cursor | null {
  const plain = text.length <= 40 ? Buffer.from(text, "base64url").toString("latin1") : "";
  const id = /^[on]\d{1,19}$/.test(plain) ? parseInt64(plain.slice(1)) : null;
  const cursor = id === null ? null : ({ direction: plain.startsWith("o") ? "older" : "newer", id } as const);
  return cursor && encodeCursor(cursor) === text ? cursor : null;
}
