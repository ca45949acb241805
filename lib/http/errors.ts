/**
 * The HTTP status of every code (docs/contract.md, "Errors"). Malformed HTTP gets `bad_request` with 408, 417 or 431
 * too: server/http/refusals.ts. Stores may use the codes in lib/domain.ts.
 */
export const STATUS_BY_CODE = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  password_required: 403,
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

/** When the database is unavailable, callers may try again after this many seconds. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** A machine-readable error code of the API. */
export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** Reads the code of an Error body; `internal` when this version does not know it. */
export function toErrorCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : "internal";
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS_BY_CODE, code);
}

/** Returns the code for a refusal without one: the first with the same status, otherwise the most similar. */
export function codeOfStatus(status: number): ErrorCode {
  const known = Object.keys(STATUS_BY_CODE).filter(isErrorCode);
  return known.find((code) => STATUS_BY_CODE[code] === status) ?? (status < 500 ? "bad_request" : "unavailable");
}

/** How long to wait after a 429 without Retry-After, in seconds. */
const DEFAULT_WAIT_SECONDS = 30;

/** An error of the API. The service throws it, and so does the browser when it receives one. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Response headers of this error, such as WWW-Authenticate, Allow or Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    // Nobody reads the stack of a refusal, and capturing it costs more than the rest of the error.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = STATUS_BY_CODE[code];
  }
}

/** Whether the person has to sign in, perhaps again. In the browser, this includes a visitor's 403. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether a change was refused because somebody else has made another version since. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "precondition_failed";
}

/**
 * Whether an error proves that nothing was done, because the service refused. After any other error, such as a lost
 * answer, the outcome is unknown.
 */
export function isCertain(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/** Returns how many seconds a 429 asks the caller to wait, or null for any other error. */
export function waitSecondsOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  return Math.max(1, Number(error.headers["retry-after"]) || DEFAULT_WAIT_SECONDS);
}

/** Returns an error's message as a sentence for people. Messages under /v1 have no full stop at their end. */
export function toSentence(error: unknown): string {
  return error instanceof ApiError ? withFullStop(error.message) : "Please try again.";
}

/** Adds a full stop to a message that has no punctuation at its end. */
export const withFullStop = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);
