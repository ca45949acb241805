import { hash } from "node:crypto";
import { ApiError } from "../errors";
import type { Caller } from "./identify";
import { encodeJson } from "./json";

/** An Idempotency-Key, whose it is, and SHA-256 of what was asked with it. */
export type Once = { owner: string; key: string; fingerprint: Uint8Array<ArrayBuffer> };

const RULE = "must be 1 to 255 printable ASCII characters, in double quotes or not";

/**
 * Reads the Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a string in double quotes, or, as many send
 * it, just the text. Null when there is none.
 * @throws ApiError bad_request
 */
export function parseIdempotencyKey(header: string | null, caller: Caller, body: unknown): Once | null {
  if (header === null || (caller.kind !== "key" && caller.kind !== "staff")) return null;
  const text = header.trim();
  const key = /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError("bad_request", `Idempotency-Key ${RULE}`);
  const digest = hash("sha256", encodeJson(body), "buffer");
  return { owner: `${caller.kind}:${caller.id}`, key, fingerprint: new Uint8Array(digest) };
}
