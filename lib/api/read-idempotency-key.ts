import { hash } from "node:crypto";
import { ApiError } from "../http/errors";
import { encodeJson } from "../http/json";
import type { Incoming } from "../http/message";
import type { IdempotencyKey } from "../idempotency/store";
import type { Caller } from "./caller";
import type { AnySpec } from "./spec";

const RULE = "must be 1 to 255 printable ASCII characters, in double quotes or not";

/**
 * Reads the header (draft-ietf-httpapi-idempotency-key-header), in double quotes or, as many clients send it, without.
 * Null if absent.
 * @throws ApiError bad_request when it is malformed, or the operation accepts none: ignoring it would mislead
 */
export function readIdempotencyKey(
  spec: AnySpec,
  { header }: Incoming,
  caller: Caller,
  { params, body }: { params: unknown; body: unknown },
): IdempotencyKey | null {
  const hasBody = spec.body !== undefined || spec.upload !== undefined;
  const sent = hasBody ? header("idempotency-key") : null;
  if (sent === null) return null;
  if (!spec.idempotent) {
    throw new ApiError(
      "bad_request",
      "This operation does not accept an Idempotency-Key, because its response is not stored",
    );
  }
  // Only for the types: nobody else has the scope of such an operation.
  if (caller.kind !== "key" && caller.kind !== "person") return null;
  const text = sent.trim();
  const key = /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError("bad_request", `Idempotency-Key ${RULE}`);
  // The same body for another resource is another request.
  const digest = hash("sha256", encodeJson(spec.params ? [params, body] : body), "buffer");
  return { owner: `${caller.kind}:${caller.id}`, key, fingerprint: new Uint8Array(digest) };
}
