/** The reasons for which a store refuses. lib/http/errors.ts has the HTTP status of each. */
export type DomainCode =
  | "bad_request"
  | "not_found"
  | "conflict"
  | "forbidden"
  | "precondition_failed"
  | "precondition_required"
  | "unsupported_media_type"
  | "idempotency_key_reused"
  | "rate_limited"
  | "unavailable";

/** A refusal by a store. It knows nothing of HTTP: the API, the command line and the first start get the same error. */
export class DomainError extends Error {
  override readonly name = "DomainError";

  constructor(
    readonly code: DomainCode,
    message: string,
    /** After how many seconds the same may succeed. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Returns the refusal of something that does not fit the current state. */
export const conflict = (message: string) => new DomainError("conflict", message);
