import "server-only";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { Confirmation } from "../adoptions/consequences";
import { OPERATION_METHODS, type Routes } from "../api/endpoint";
import { MAX_IF_MATCH_LENGTH } from "../api/if-match";
import { takesKey } from "../api/read-idempotency-key";
import type { AnySpec, UploadRule } from "../api/spec";
import { type ErrorCode, STATUS_BY_CODE } from "../http/errors";
import { mayBeAbsent } from "../http/parse";
import { keysOf } from "../values/objects";
import { timeWords } from "../values/time-words";
import { ErrorBody } from "./schemas/common";
import "./schemas";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A bigint is an int64. */
export function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod omits the default of a schema that transforms its input. Ours are valid inputs too.
      if (def.type === "default") jsonSchema.default = def.defaultValue;
      if (def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
      // It says the same as Zod's pattern of 300 characters.
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") {
        const { pattern } = z.globalRegistry.get(zodSchema) ?? {};
        if (pattern === undefined) delete jsonSchema.pattern;
        else Object.assign(jsonSchema, { pattern });
      }
    },
  });
  return described;
}

export type Content = Record<string, { schema: JsonSchema }>;

const jsonContent = (schema: JsonSchema): { content: Content } => ({
  content: { "application/json": { schema } },
});

const COMMON_CODES: readonly ErrorCode[] = [
  ...(["bad_request", "unauthorized", "forbidden", "rate_limited", "key_suspended"] as const),
  ...(["internal", "unavailable"] as const),
];

const text = (description: string) => ({ description, required: true, schema: { type: "string" } });
const count = (description: string, minimum = 0) => ({
  description,
  required: true,
  schema: { type: "integer", minimum },
});

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

const COMMON_HEADERS: readonly Header[] = [
  ...(["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const),
  ...(["RateLimit-Policy", "RateLimit"] as const),
];
const REFUSAL_HEADERS: Readonly<Partial<Record<number, readonly Header[]>>> = {
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
/** These statuses may be sent before the host and the operation are known, so they may lack what depends on them. */
const EARLY_STATUSES = [400, 500, 503];

type ResponseObject = { description: string; headers: object; content?: Content };

function responsesOf(method: string, spec: AnySpec): Record<string, ResponseObject> {
  const status = spec.status ?? 200;
  const repeated: readonly Header[] = spec.idempotent === "secret" ? [] : ["Idempotent-Replayed"];
  const ofChange = takesKey(method, spec) ? ([...repeated, "Change-Set"] as const) : [];
  const success = {
    description: "Success",
    headers: headersOf(spec, status, spec.sends ?? [], [...(spec.maySend ?? []), ...ofChange]),
    ...(status !== 204 && jsonContent(schemaOf(spec.returns, "output"))),
  };
  return { [status]: success, ...refusalsOf(method, spec) };
}

function refusalsOf(method: string, spec: AnySpec): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(codesOf(method, spec), (code) => STATUS_BY_CODE[code]);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusalOf(spec, status, codes)]));
}

function refusalOf(spec: AnySpec, status: number, codes: readonly ErrorCode[]): ResponseObject {
  const error = schemaOf(ErrorBody, "output");
  const isConflict = status === STATUS_BY_CODE.conflict;
  const hasData = isConflict && spec.refusesWithData;
  const ofCode: JsonSchema = {
    allOf: [
      error,
      { type: "object", properties: { code: { type: "string", enum: [...codes] }, status: { const: status } } },
    ],
  };
  const choices: JsonSchema[] = [
    ...(hasData ? [schemaOf(spec.returns, "output"), error] : [ofCode]),
    ...(codes.includes("confirmation_required") ? [confirmationSchema()] : []),
  ];
  return {
    description: hasData ? "Nothing was done" : codes.join(", "),
    headers: headersOf(spec, status, REFUSAL_HEADERS[status] ?? [], isConflict ? ["Retry-After"] : []),
    ...jsonContent(choices.length > 1 ? { anyOf: choices } : ofCode),
  };
}

/** An error with the consequences of a command. */
function confirmationSchema(): JsonSchema {
  const { properties, required = [], ...schema } = schemaOf(Confirmation, "output");
  const error = {
    code: { type: "string", const: "confirmation_required" },
    message: { type: "string", minLength: 1 },
    status: { type: "integer", const: STATUS_BY_CODE.confirmation_required },
  } as const;
  return { ...schema, required: [...keysOf(error), ...required], properties: { ...error, ...properties } };
}

function codesOf(method: string, spec: AnySpec): ErrorCode[] {
  const { needsPassword, params, body, upload, precondition, confirms, deprecated, refuses = [] } = spec;
  const codes: ErrorCode[] = [...COMMON_CODES, ...refuses];
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

/** The headers in `optional` may be missing. */
function headersOf(spec: AnySpec, status: number, own: readonly Header[], optional: readonly Header[]): object {
  const marks: readonly Header[] = [
    ...(spec.deprecated ? (["Deprecation", "Sunset", "Link"] as const) : []),
    ...(spec.isStable ? [] : (["X-Stability"] as const)),
  ];
  const isEarly = EARLY_STATUSES.includes(status);
  const required = [...COMMON_HEADERS, ...own, ...(isEarly ? [] : marks)];
  const perhaps = [...optional, ...(isEarly ? marks : [])];
  return Object.fromEntries([
    ...required.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ...perhaps.map((name) => [name, { ...HEADERS[name], required: false }]),
  ]);
}

const IDEMPOTENCY_KEY: JsonSchema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" };

/** OpenAPI 3.1. */
export function describeApi(routes: Routes, origin: string) {
  const paths = Object.entries(routes).map(
    ([path, methods]) => [path.slice("/v1".length).replace(/\[(\w+)\]/g, "{$1}"), operationsOf(methods)] as const,
  );
  const schemas: Schemas = {};
  return {
    openapi: "3.1.0",
    info: { title: "Pet Adoption Service", version: "1.0.0" },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    paths: withNames(Object.fromEntries(paths), schemas),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      headers: HEADERS,
      schemas,
    },
  };
}

type Schemas = Record<string, JsonSchema>;

/**
 * Moves named schemas into `schemas`, and puts the meaning of each member beside it (see `named`).
 * @throws Error when two different schemas have the same name
 */
function withNames<T>(part: T, schemas: Schemas): T {
  return JSON.parse(JSON.stringify(part), (key, value) => {
    if (key === "$ref") return value.replace("#/$defs/", "#/components/schemas/");
    if (key === "$defs") {
      for (const [name, schema] of Object.entries<JsonSchema>(value)) {
        schemas[name] ??= schema;
        if (!isDeepStrictEqual(schemas[name], schema)) throw new Error(`Two schemas have the name ${name}`);
      }
      return undefined;
    }
    if (value?.type !== "object" || !value.members) return value;
    const { members, ...schema } = value;
    for (const [name, description] of Object.entries(members)) Object.assign(schema.properties[name], { description });
    return schema;
  });
}

function operationsOf(methods: Routes[string]): Record<string, OperationObject> {
  return Object.fromEntries(
    OPERATION_METHODS.flatMap((method) => {
      const spec = methods[method]?.spec;
      return spec ? [[method.toLowerCase(), operation(method, spec)]] : [];
    }),
  );
}

export type OperationObject = ReturnType<typeof operation>;

function operation(method: string, spec: AnySpec) {
  const precondition = {
    name: "If-Match",
    in: "header",
    description:
      'The `ETag` that you have read, such as `"7"`, or `*` for any version. If somebody has changed it since, the answer ' +
      "is 412, and nothing is done. Where the header is required, its absence is 428.",
    required: spec.precondition === "required",
    schema: { type: "string" as const, maxLength: MAX_IF_MATCH_LENGTH },
  };
  const confirm = {
    name: "Confirm",
    in: "header",
    description:
      spec.confirms === "keep"
        ? "`*`: animals that were changed since stay as they are, and the rest is undone."
        : "The `confirm` of a 409 `confirmation_required`, to accept just these consequences, or `*` for any.",
    required: false,
    schema: { type: "string" as const, maxLength: 43 },
  };
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Text of your own, such as a UUID. For 24 hours, the same request with the same text gets the first answer again, " +
      "and nothing is done twice.",
    required: false,
    schema: IDEMPOTENCY_KEY,
  };
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    ...(spec.deprecated && { deprecated: true, "x-sunset": spec.deprecated.sunset.toISOString() }),
    ...(!spec.isStable && { "x-stability": "experimental" }),
    "x-scope": spec.scope,
    parameters: [
      ...parameters("path", spec.params),
      ...parameters("query", spec.query),
      ...(takesKey(method, spec) ? [key] : []),
      ...(spec.precondition ? [precondition] : []),
      ...(spec.confirms ? [confirm] : []),
    ],
    ...requestBodyOf(spec),
    responses: responsesOf(method, spec),
  };
}

type Parameter = { name: string; in: string; description?: string | undefined; required: boolean; schema: JsonSchema };
type RequestBody = { required: boolean; description?: string; content: Content };

function requestBodyOf({ body, upload }: AnySpec): { requestBody?: RequestBody } {
  if (upload) return { requestBody: uploadBody(upload) };
  return body ? { requestBody: { required: !mayBeAbsent(body), ...jsonContent(schemaOf(body, "input")) } } : {};
}

function uploadBody({ mediaTypes, maxBytes, timeoutMs, pace }: UploadRule): RequestBody {
  const content = mediaTypes.map((type) => {
    const schema: JsonSchema = { type: "string", contentMediaType: type, minLength: 1, maxLength: maxBytes };
    return [type, { schema }];
  });
  const speed = `at least ${sizeWords(pace.bytes)} in every ${timeWords(pace.ms / 1000)}`;
  const description = `At most ${sizeWords(maxBytes)}, which have to arrive within ${timeWords(timeoutMs / 1000)}, ${speed}`;
  return { required: true, description, content: Object.fromEntries(content) };
}

const sizeWords = (bytes: number) => (bytes >= 1e6 ? `${bytes / 1e6} MB` : `${bytes / 1e3} kB`);

/** By their parsed types, although they are sent as text. */
function parameters(place: "path" | "query", schema: z.ZodMiniObject | undefined): Parameter[] {
  const meanings: Partial<Record<string, string>> = (schema && z.globalRegistry.get(schema)?.members) ?? {};
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => ({
    name,
    in: place,
    description: meanings[name],
    required: !z.safeParse(member, undefined).success,
    schema: schemaOf(member, "output"),
  }));
}
