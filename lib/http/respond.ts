import "server-only";
import { isDatabaseAway } from "../database-away";
import { ApiError } from "../errors";
import { log, logError } from "../log";
import type { HeaderList, Outgoing } from "./message";

/** Seconds after which a caller may try again when the database is away. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** What every answer of one request shares. */
export type ResponseContext = { requestId: string; headers: HeaderList };

const ALWAYS: HeaderList = [
  ["Access-Control-Allow-Origin", "*"],
  [
    "Access-Control-Expose-Headers",
    "Link, Location, Retry-After, Deprecation, Sunset, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, X-Stability, Idempotent-Replayed",
  ],
  ["X-Content-Type-Options", "nosniff"],
  ["Vary", "Authorization"],
].flat();

/** Answers with a JSON text. */
export function respond(context: ResponseContext, status: number, body: string, headers: HeaderList = []): Outgoing {
  const cache = status < 300 ? "private, no-cache" : "no-store";
  return {
    status,
    // The one list of an answer: what never changes only stands in it, as the same strings every time.
    headers: [
      ...ALWAYS,
      "Content-Type",
      "application/json",
      "Content-Length",
      String(Buffer.byteLength(body)),
      "Cache-Control",
      cache,
      "X-Request-Id",
      context.requestId,
      ...context.headers,
      ...headers,
    ],
    body,
  };
}

/** Answers without a body: a CORS preflight (Fetch standard, section 3.2.2) or a plain OPTIONS. */
export function respondOptions(context: ResponseContext, allow: string): Outgoing {
  const own = [
    ["Allow", allow],
    ["Access-Control-Allow-Methods", allow],
    ["Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id, Idempotency-Key"],
    ["Access-Control-Max-Age", "86400"],
    ["X-Request-Id", context.requestId],
  ].flat();
  return { status: 204, headers: [...ALWAYS, ...own, ...context.headers], body: null };
}

/** Answers with an Error body of exactly `{code, message, status}` (contract, "Errors"). What we did not expect is logged and told nobody. */
export function respondError(context: ResponseContext, thrown: unknown): Outgoing {
  const { code, message, status, headers } = toApiError(thrown, context.requestId);
  const own: HeaderList = [];
  for (const name in headers) own.push(name, headers[name] as string);
  // A refusal is to be the cheapest answer; a code has nothing that JSON escapes.
  return respond(context, status, `{"code":"${code}","message":${JSON.stringify(message)},"status":${status}}`, own);
}

/** An answer as the request's method wants it: HEAD gets the headers of GET and no body (RFC 9110, 9.3.2). */
export function forMethod(method: string, answer: Outgoing): Outgoing {
  return method === "HEAD" ? { ...answer, body: null } : answer;
}

function toApiError(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDatabaseAway(thrown)) {
    log("warn", "database unavailable", { requestId, reason: lastLine(thrown) });
    const headers = { "Retry-After": String(UNAVAILABLE_RETRY_SECONDS) };
    return new ApiError("unavailable", "The service is not available right now. Try again in a few seconds.", headers);
  }
  logError("request failed", thrown, { requestId });
  return new ApiError("internal", "Something went wrong on our side. The request id helps us to find it.");
}

/** What an error says at its end: there will be one for each request until the database is back, so no stack. */
function lastLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return (lines.at(-1) ?? "").slice(0, 200);
}
