/** Reasons for which a store refuses; lib/http/errors.ts maps each to its HTTP status. */
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

/** A refusal by a store. It knows no HTTP: the API, the command line and the first start see the same error. */
export class DomainError extends Error {
  override readonly name = "DomainError";

  constructor(
    readonly code: DomainCode,
    message: string,
    /** When the same may succeed, in seconds. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
