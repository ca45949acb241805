/** The HTTP status of every code (docs/contract.md, "Errors"). Stores use some of the codes: lib/domain-error.ts. */
export const STATUS_BY_CODE = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  precondition_required: 428,
  rate_limited: 429,
  key_suspended: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** Seconds after which a caller may try again when the database is unavailable. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** A machine-readable error code of the API. */
export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** The code of an Error body; `internal` for a code that this version does not know. */
export function toErrorCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : "internal";
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS_BY_CODE, code);
}

/** The code of a refusal that does not name one: the first with its status, else the nearest in kind. */
export function codeOfStatus(status: number): ErrorCode {
  const known = Object.keys(STATUS_BY_CODE).filter(isErrorCode);
  return known.find((code) => STATUS_BY_CODE[code] === status) ?? (status < 500 ? "bad_request" : "unavailable");
}

/** An error on the wire: thrown in the service, and again in the browser from the body of the response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Response headers that belong to this error, such as WWW-Authenticate, Allow or Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    // Refusals are expected and their stack is never read; creating one costs more than the rest of the error.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = STATUS_BY_CODE[code];
  }
}

/** Whether the person has to sign in (again) first. In the browser, a visitor's 403 is such an error too. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/**
 * Whether an error proves that nothing was done: the service refused. After any other one, such as a lost response,
 * the result is not known.
 */
export function isCertain(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/** The message of an error as a sentence for people; the API ends its messages without a full stop. */
export function toSentence(error: unknown): string {
  return error instanceof ApiError ? withFullStop(error.message) : "Please try again.";
}

/** A message as a sentence for people. */
export const withFullStop = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);
