import "server-only";
import * as z from "zod/mini";
import { type ErrorCode, STATUS_BY_CODE } from "../http/errors";
import { type Handler, OPERATION_METHODS } from "./endpoint";
import type { AnySpec } from "./spec";

type Routes = Readonly<Record<string, Partial<Record<string, Handler>>>>;

/** Codes that every operation may refuse with. */
const COMMON: readonly ErrorCode[] = [
  ...(["bad_request", "unauthorized", "forbidden", "rate_limited", "key_suspended"] as const),
  ...(["internal", "unavailable"] as const),
];

const ERROR = {
  type: "object",
  required: ["code", "message", "status"],
  additionalProperties: false,
  properties: {
    code: { type: "string", enum: Object.keys(STATUS_BY_CODE) },
    message: { type: "string", minLength: 1 },
    status: { type: "integer", minimum: 400, maximum: 599 },
  },
};

const IDEMPOTENCY_KEY = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" };

/** Describes operations as OpenAPI 3.1, from their specifications. */
export function describeApi(routes: Routes, origin: string): object {
  const paths = Object.entries(routes).map(([path, methods]) => [
    path.slice("/v1".length).replace(/\[(\w+)\]/g, "{$1}"),
    Object.fromEntries(
      OPERATION_METHODS.flatMap((method) => {
        const handler = methods[method];
        return handler?.spec ? [[method.toLowerCase(), operation(handler.spec)]] : [];
      }),
    ),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Pet Adoption Service", version: "1.0.0" },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: ERROR },
    },
  };
}

function operation(spec: AnySpec): object {
  const key = { name: "Idempotency-Key", in: "header", required: false, schema: IDEMPOTENCY_KEY };
  return {
    operationId: spec.operationId,
    ...(spec.deprecated && { deprecated: true }),
    ...(spec.stability && { "x-stability": spec.stability }),
    "x-scope": spec.scope,
    parameters: [
      ...parameters("path", spec.params),
      ...parameters("query", spec.query),
      ...(spec.idempotent ? [key] : []),
    ],
    ...(spec.body && { requestBody: { required: true, ...json(schemaOf(spec.body, "input")) } }),
    responses: {
      [spec.status ?? 200]: { description: "Success", ...json(schemaOf(spec.returns, "output")) },
      ...refusals(codesOf(spec)),
    },
  };
}

const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** Parameters by their schema: what they mean, for on the wire they are text like every other. */
function parameters(place: "path" | "query", schema: z.ZodMiniObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => ({
    name,
    in: place,
    required: place === "path",
    schema: schemaOf(member as z.core.$ZodType, "output"),
  }));
}

/** Every code that an operation may refuse with. */
function codesOf({ params, body, idempotent, deprecated, refuses = [] }: AnySpec): ErrorCode[] {
  const codes: ErrorCode[] = [...COMMON, ...refuses];
  if (params) codes.push("not_found");
  if (body) codes.push("payload_too_large", "unsupported_media_type");
  if (idempotent) codes.push("conflict", "idempotency_key_reused");
  if (deprecated) codes.push("gone");
  return [...new Set(codes)];
}

/** Refusals by status; each names its codes. */
function refusals(codes: readonly ErrorCode[]): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => STATUS_BY_CODE[code]))];
  const codesWith = (status: number) => codes.filter((code) => STATUS_BY_CODE[code] === status).join(", ");
  const content = json({ $ref: "#/components/schemas/Error" });
  return Object.fromEntries(statuses.map((status) => [status, { description: codesWith(status), ...content }]));
}

/** The JSON schema of one of our schemas; a bigint is an int64. */
function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod leaves out the default of a schema that transforms its input; ours are good as input too.
      if (def.type === "default") jsonSchema.default = def.defaultValue;
      if (def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
      // The format says the same as Zod's pattern of 300 characters.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  return described;
}
