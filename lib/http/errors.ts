/**
 * Malformed HTTP gets `bad_request` with 408, 417 or 431 too: server/http/refusals.ts. Stores may use the codes in
 * lib/domain.ts.
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
  confirmation_required: 409,
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

export const UNAVAILABLE_RETRY_SECONDS = 5;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** `internal` when this version does not know the code. */
export function toErrorCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : "internal";
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS_BY_CODE, code);
}

/** For a refusal without a code: the first with the same status, otherwise the most similar. */
export function codeOfStatus(status: number): ErrorCode {
  const known = Object.keys(STATUS_BY_CODE).filter(isErrorCode);
  return known.find((code) => STATUS_BY_CODE[code] === status) ?? (status < 500 ? "bad_request" : "unavailable");
}

/** After a 429 without Retry-After. */
const DEFAULT_WAIT_SECONDS = 30;

/** The service throws it, and so does the browser when it receives one. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Such as WWW-Authenticate, Allow or Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further members of its body; in the browser, the whole body. */
    readonly more: unknown = null,
  ) {
    // Nobody reads the stack of a refusal, and capturing it costs more than the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = STATUS_BY_CODE[code];
  }
}

/** In the browser, this includes a visitor's 403. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Somebody else has made another version since. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "precondition_failed";
}

/**
 * Whether the service refused, so that nothing was done. After any other error, such as a lost answer, the outcome is
 * unknown.
 */
export function isCertain(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/** The wait that a 429 asks for; null for any other error. */
export function waitSecondsOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  return Math.max(1, Number(error.headers["retry-after"]) || DEFAULT_WAIT_SECONDS);
}

/** Messages under /v1 have no full stop at their end. */
export function toSentence(error: unknown): string {
  return error instanceof ApiError ? withFullStop(error.message) : "Please try again.";
}

export const withFullStop = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);
