import { hash } from "node:crypto";
import { ApiError } from "../errors";
import type { IdempotencyKey } from "../idempotency/store";
import type { Caller } from "./identify";
import { encodeJson } from "./json";

const RULE = "must be 1 to 255 printable ASCII characters, in double quotes or not";

/**
 * Reads the Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a string in double quotes, or, as many send
 * it, just the text. Null when there is none.
 * @throws ApiError bad_request
 */
export function parseIdempotencyKey(header: string | null, caller: Caller, body: unknown): IdempotencyKey | null {
  if (header === null || (caller.kind !== "key" && caller.kind !== "staff")) return null;
  const text = header.trim();
  const key = /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError("bad_request", `Idempotency-Key ${RULE}`);
  const digest = hash("sha256", encodeJson(body), "buffer");
  return { owner: `${caller.kind}:${caller.id}`, key, fingerprint: new Uint8Array(digest) };
}

/**
 * Refuses an Idempotency-Key where it would do nothing: whoever sends one relies on it.
 * @throws ApiError bad_request
 */
export function refuseIdempotencyKey(header: string | null): null {
  if (header === null) return null;
  throw new ApiError("bad_request", "Idempotency-Key is not taken here: the answer of this operation is not kept");
}
