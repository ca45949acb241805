import "server-only";
import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable, isUnstorableText } from "../database/errors";
import { logFailure } from "../database/health";
import { DomainError } from "../domain";
import { ApiError, UNAVAILABLE_RETRY_SECONDS } from "../http/errors";
import { encodeJson } from "../http/json";
import type { HeaderList, Incoming, Outgoing } from "../http/message";
import type { Parameters } from "../http/parse";
import { pageLinks } from "../http/query-string";
import type { StoredAnswer } from "../idempotency/store";
import type { Verdict } from "../limits/bucket";
import { limitHeaders } from "../limits/bucket";
import { insufficientScope } from "./authorise";
import { peekStranger } from "./limit";
import type { AnySpec, Deprecation } from "./spec";

/** The steps of `processRequest` fill it in. */
type Exchange = {
  method: string;
  path: string;
  address: string;
  requestId: string;
  /** Null until the caller is known. */
  verdict: Verdict | null;
  /** `https://host` */
  origin: string | null;
  spec: AnySpec | undefined;
  /** Those that the operation knows, for links to other pages. */
  parameters: Parameters;
};

export type Answer = StoredAnswer & {
  page?: { next: string | null; prev: string | null } | null;
  /** Stored for an earlier request with the same Idempotency-Key. */
  isReplayed?: boolean;
};

/** Access-Control-Expose-Headers */
const EXPOSED = [
  ...["Link", "Location", "Retry-After", "Deprecation", "Sunset", "X-Request-Id"],
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit", "RateLimit-Policy"],
  ...["X-Stability", "Idempotent-Replayed", "ETag", "Change-Set"],
];

const COMMON: HeaderList = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", EXPOSED.join(", ")],
  ["X-Content-Type-Options", "nosniff"],
  ["Vary", "Authorization"],
].flat();

const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Keeps the caller's X-Request-Id if it is valid. */
export function openExchange({
  method,
  path,
  address,
  header,
}: Pick<Incoming, "method" | "path" | "address" | "header">): Exchange {
  const sent = header("x-request-id");
  const requestId = sent !== null && REQUEST_ID.test(sent) ? sent : randomUUID();
  return { method, path, address, requestId, verdict: null, origin: null, spec: undefined, parameters: {} };
}

/** For a success, or a refusal with the body of a success. */
export function respond(exchange: Exchange, answer: Answer): Outgoing {
  const { status, body, location, page, etag, changeSet, isReplayed } = answer;
  if (status >= 400) return write(exchange, status, body, "no-store", []);
  const headers: HeaderList = [];
  if (page) headers.push("Link", pageLinks(`${exchange.origin}${exchange.path}`, exchange.parameters, page));
  if (isReplayed) headers.push("Idempotent-Replayed", "true");
  if (location !== null) headers.push("Location", location);
  if (etag !== null) headers.push("ETag", `"${etag}"`);
  if (changeSet !== null) headers.push("Change-Set", changeSet);
  return write(exchange, status, body, "private, no-cache", headers);
}

/**
 * The body is exactly `{code, message, status}`, unless a store has more to say. An unexpected error is logged; its
 * response has only the request id.
 */
export function respondError(exchange: Exchange, thrown: unknown): Outgoing {
  const { code, message, status, headers, more } = toApiError(thrown, exchange);
  // Built by hand, because errors must be cheap. Codes need no escaping.
  const further = more ? `,${encodeJson(more).slice(1, -1)}` : "";
  const body = `{"code":"${code}","message":${JSON.stringify(message)},"status":${status}${further}}`;
  return write(exchange, status, body, "no-store", Object.entries(headers).flat());
}

/** A CORS preflight (Fetch standard, 3.2.2) or any other OPTIONS. It is not counted. */
export function respondOptions(exchange: Exchange, allow: string): Outgoing {
  const headers = [
    ["Allow", allow],
    ["Access-Control-Allow-Methods", allow],
    ["Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id, Idempotency-Key, If-Match, Confirm"],
    ["Access-Control-Max-Age", "86400"],
    ["X-Request-Id", exchange.requestId],
  ].flat();
  return { status: 204, headers: [...COMMON, ...headers, ...operationHeaders(exchange)], body: null };
}

/** For a target or a Host header that cannot be parsed. */
export function respondUnreadable(address: string): Outgoing {
  const exchange = openExchange({ method: "GET", path: "/", address, header: () => null });
  return respondError(exchange, new ApiError("bad_request", "The request target or the Host header is not valid"));
}

/** The limits when nothing else about the caller is known. */
export const strangerHeaders = (address: string): HeaderList => limitHeaders(peekStranger(address));

function write(exchange: Exchange, status: number, body: string, cache: string, further: HeaderList): Outgoing {
  const length = String(Buffer.byteLength(body));
  const aboutBody = status === 204 ? [] : ["Content-Type", "application/json", "Content-Length", length];
  const aboutAnswer = ["Cache-Control", cache, "X-Request-Id", exchange.requestId];
  return {
    status,
    headers: [...COMMON, ...aboutBody, ...aboutAnswer, ...operationHeaders(exchange), ...further],
    // HEAD gets the headers of GET without the body (RFC 9110, 9.3.2). 204 never has a body (15.3.5).
    body: exchange.method === "HEAD" || status === 204 ? null : body,
  };
}

/** A caller who has not been identified gets the limits of a stranger. */
function operationHeaders({ verdict, address, spec, origin }: Exchange): HeaderList {
  const headers = verdict ? limitHeaders(verdict) : strangerHeaders(address);
  if (spec?.deprecated && origin !== null) headers.push(...deprecationHeaders(spec.deprecated, origin));
  if (spec && !spec.isStable) headers.push("X-Stability", "experimental");
  return headers;
}

function deprecationHeaders({ since, sunset, documentation, successor }: Deprecation, origin: string): HeaderList {
  const links = [
    `<${origin}${documentation}>; rel="deprecation"; type="text/html"`,
    `<${origin}${successor}>; rel="successor-version"`,
  ];
  return [
    ["Deprecation", `@${Math.floor(since.getTime() / 1000)}`],
    ["Sunset", sunset.toUTCString()],
    ["Link", links.join(", ")],
  ].flat();
}

function toApiError(thrown: unknown, { requestId, spec }: Exchange): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DomainError) {
    const { code, message, retryAfterSeconds, more } = thrown;
    return new ApiError(
      code,
      message,
      {
        ...(retryAfterSeconds !== undefined && { "Retry-After": `${retryAfterSeconds}` }),
        ...(code === "forbidden" && spec && { "WWW-Authenticate": insufficientScope(spec.scope) }),
      },
      more,
    );
  }
  if (isUnstorableText(thrown)) {
    return new ApiError("bad_request", "The request has a character that cannot be stored, such as U+0000");
  }
  logFailure("request failed", thrown, { requestId });
  if (isDatabaseUnavailable(thrown)) {
    const headers = { "Retry-After": String(UNAVAILABLE_RETRY_SECONDS) };
    return new ApiError("unavailable", "The service is not available right now. Try again in a few seconds", headers);
  }
  return new ApiError("internal", "Something went wrong on our side. Quote the request id when you report it");
}
