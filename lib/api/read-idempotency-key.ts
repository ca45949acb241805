import { createHash } from "node:crypto";
import { ApiError } from "../http/errors";
import { encodeJson } from "../http/json";
import type { Incoming } from "../http/message";
import type { IdempotencyKey } from "../idempotency/store";
import type { Caller } from "./caller";
import type { AnySpec } from "./spec";

const RULE = "must be 1 to 255 printable ASCII characters, in double quotes or not";

export const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** Whatever an operation answers, except reads, can be stored, unless it says so. */
export const takesKey = (method: string, { idempotent }: AnySpec): boolean => !isRead(method) && idempotent !== "none";

/**
 * Reads the header (draft-ietf-httpapi-idempotency-key-header), in double quotes or, as many clients send it, without.
 * Null if absent.
 * @throws ApiError bad_request when it is malformed, or cannot be honoured: ignoring it would mislead
 */
export function readIdempotencyKey(spec: AnySpec, { method, header }: Incoming, caller: Caller) {
  const sent = header("idempotency-key");
  if (sent === null) return null;
  if (!takesKey(method, spec)) throw new ApiError("bad_request", "This operation takes no Idempotency-Key");
  if (caller.kind !== "key" && caller.kind !== "person") {
    throw new ApiError("bad_request", "An Idempotency-Key belongs to an API key or a person, and a visitor is neither");
  }
  const text = sent.trim();
  const key = /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError("bad_request", `Idempotency-Key ${RULE}`);
  return { owner: `${caller.kind}:${caller.id}`, key };
}

type Request = { params: unknown; query: unknown; body: unknown; parts?: readonly Uint8Array[] };

/** The same body for another resource or operation is another request. If-Match is no part of it. */
export function fingerprintOf(
  { operationId }: AnySpec,
  { params, query, body, parts = [] }: Request,
): IdempotencyKey["fingerprint"] {
  const digest = createHash("sha256").update(encodeJson([operationId, params ?? null, query ?? null, body ?? null]));
  for (const part of parts) digest.update(part);
  return new Uint8Array(digest.digest());
}
