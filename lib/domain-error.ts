/** Reasons for which a store refuses; lib/http/errors.ts maps each to its HTTP status. */
export type DomainCode =
  | "not_found"
  | "conflict"
  | "forbidden"
  | "precondition_failed"
  | "precondition_required"
  | "idempotency_key_reused";

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
