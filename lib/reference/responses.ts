import "server-only";
import type * as z from "zod/mini";
import { takesKey } from "../api/read-idempotency-key";
import type { AnySpec } from "../api/spec";
import { type ErrorCode, STATUS_BY_CODE } from "../http/errors";
import { type JsonSchema, schemaOf } from "./json-schema";
import { ConfirmationBody, ErrorBody } from "./schemas/common";

type Media = { schema: JsonSchema; example?: unknown };
export type Content = Record<string, Media>;
type HeaderObject = { description: string; required?: true; schema: { type: string; minimum?: number } };
export type ResponseObject = { description: string; headers: Record<string, HeaderObject>; content?: Content };

export const jsonContent = (schema: JsonSchema, example?: unknown): { content: Content } => ({
  content: { "application/json": { schema, ...(example != null && { example }) } },
});

/** Every operation may be refused with these. */
const COMMON_CODES: readonly ErrorCode[] = [
  ...(["bad_request", "forbidden", "rate_limited", "key_suspended", "internal", "unavailable"] as const),
];

const text = (description: string) => ({ description, schema: { type: "string" } });
const count = (description: string, minimum = 0) => ({ description, schema: { type: "integer", minimum } });

const HEADERS = {
  "X-Request-Id": text(
    "Names this request in a report. It is your own X-Request-Id if that has 1 to 64 of A-Z a-z 0-9 _ . : -",
  ),
  "X-RateLimit-Limit": count("How many requests fit in the window that blocks first: the UTC minute or the UTC day", 1),
  "X-RateLimit-Remaining": count("How many requests are left in that window"),
  "X-RateLimit-Reset": count("When that window ends, or else the ban, in Unix seconds"),
  "RateLimit-Policy": text(
    'The limits of both windows (q) and their seconds (w): `"minute";q=60;w=60, "day";q=1000;w=86400`',
  ),
  RateLimit: text('What is left of both windows (r), and the seconds until they end (t): `"minute";r=59;t=31`, …'),
  "Retry-After": count("In how many seconds to try again. Requests that come sooner after a 429 lead to a ban", 1),
  "WWW-Authenticate": text("What the request lacks: a valid credential, or the scope that it names (RFC 6750)"),
  "X-Stability": text("`experimental`: the operation may change. Those without the header are stable"),
  "Idempotent-Replayed": text("`true`: this is the first answer again, and nothing was done twice"),
  Link: text(
    "Absolute URLs of other pages (`next`, `prev`, `first`; without `next`, this is the last), or of what replaces a deprecated operation",
  ),
  Location: text("The path of what was created"),
  ETag: text("The version of what the answer is about, in quotes, to be sent as `If-Match`"),
  "Change-Set": text(
    "What the request has changed, for `undoChangeSet`: an id, or several with commas. Absent if it changed nothing",
  ),
  Deprecation: text("Since when the operation is deprecated: `@` and Unix seconds (RFC 9745)"),
  Sunset: text("From when on the operation answers 410 (RFC 8594)"),
};
type Header = keyof typeof HEADERS;

const headersOf = (required: readonly Header[], optional: readonly Header[] = []): Record<string, HeaderObject> =>
  Object.fromEntries([
    ...required.map((name) => [name, { ...HEADERS[name], required: true }]),
    ...optional.map((name) => [name, HEADERS[name]]),
  ]);

/** OpenAPI cannot say once what every answer has, and to repeat it would be a sixth of the document. */
export const COMMON_HEADERS = headersOf(
  [
    ...(["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const),
    ...(["RateLimit-Policy", "RateLimit"] as const),
  ],
  ["X-Stability", "Deprecation", "Sunset", "Link"],
);

export function responsesOf(method: string, spec: AnySpec, example: unknown): Record<string, ResponseObject> {
  const { status = 200, idempotent, sends = [], maySend = [] } = spec;
  const repeated: readonly Header[] = idempotent === "secret" ? [] : ["Idempotent-Replayed"];
  const ofChange: readonly Header[] = takesKey(method, spec) ? [...repeated, "Change-Set"] : [];
  const success = {
    description: "Success",
    headers: headersOf(sends, [...maySend, ...ofChange]),
    ...(status !== 204 && jsonContent(schemaOf(spec.returns, "output"), example)),
  };
  const others = codesOf(method, spec).filter((code) => !COMMON_CODES.includes(code));
  const refusals = [...new Set(others.map((code) => STATUS_BY_CODE[code]))].map((refused) => {
    const codes = [...COMMON_CODES, ...others].filter((code) => STATUS_BY_CODE[code] === refused);
    return [refused, refusalOf(spec, refused, codes)] as const;
  });
  return { [status]: success, ...Object.fromEntries(refusals), default: COMMON_REFUSAL };
}

const COMMON_REFUSAL: ResponseObject = {
  description: COMMON_CODES.join(", "),
  headers: headersOf([], ["WWW-Authenticate", "Retry-After"]),
  ...jsonContent(schemaOf(ErrorBody, "output")),
};

function refusalOf(spec: AnySpec, status: number, codes: readonly ErrorCode[]): ResponseObject {
  const isConflict = status === STATUS_BY_CODE.conflict;
  const bodies: z.ZodMiniType[] = [
    ...(isConflict && spec.refusesWith ? [spec.refusesWith] : []),
    ErrorBody,
    ...(codes.includes("confirmation_required") ? [ConfirmationBody] : []),
  ];
  const [schema = {}, ...others] = bodies.map((body) => schemaOf(body, "output"));
  const challenge: readonly Header[] = [401, 403].includes(status) ? ["WWW-Authenticate"] : [];
  return {
    description: codes.join(", "),
    headers: headersOf(challenge, isConflict ? ["Retry-After"] : []),
    ...jsonContent(others.length === 0 ? schema : { anyOf: [schema, ...others] }),
  };
}

function codesOf(method: string, spec: AnySpec): ErrorCode[] {
  const { needsPassword, params, body, upload, precondition, confirms, deprecated, refuses = [] } = spec;
  const codes: ErrorCode[] = ["unauthorized", ...refuses];
  if (needsPassword) codes.push("password_required");
  if (params) codes.push("not_found");
  if (body || upload) codes.push("payload_too_large", "unsupported_media_type");
  if (upload) codes.push("request_timeout");
  if (precondition) codes.push("precondition_failed");
  if (precondition === "required") codes.push("precondition_required");
  if (takesKey(method, spec)) codes.push("conflict", "idempotency_key_reused");
  if (confirms === true) codes.push("confirmation_required");
  if (deprecated) codes.push("gone");
  return [...new Set(codes)];
}
