import "server-only";
import * as z from "zod/mini";
import { STATUS_BY_CODE } from "../errors";
import type { Handler } from "./endpoint";

type Spec = NonNullable<Handler["spec"]>;
type Routes = Readonly<Record<string, Partial<Record<string, Handler>>>>;

const METHODS = ["GET", "POST", "PATCH"] as const;
/** Refusals that every operation may give, and those of some. */
const COMMON = [401, 403, 429, 500, 503];
const OF_PATHS = [404];
const OF_BODIES = [413, 415];

const ERROR = {
  type: "object",
  required: ["code", "message", "status"],
  additionalProperties: false,
  properties: {
    code: { type: "string", enum: Object.keys(STATUS_BY_CODE) },
    message: { type: "string" },
    status: { type: "integer" },
  },
};

/** Describes operations as OpenAPI 3.1, from their specifications. */
export function describeApi(routes: Routes, origin: string): object {
  const paths = Object.entries(routes).map(([path, methods]) => [
    path.slice("/v1".length).replace(/\[(\w+)\]/g, "{$1}"),
    Object.fromEntries(
      METHODS.flatMap((method) => {
        const handler = methods[method];
        return handler?.spec ? [[method.toLowerCase(), operation(path, handler.spec)]] : [];
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

function operation(path: string, spec: Spec): object {
  const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);
  const query = Object.entries(spec.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    // What a parameter means: on the wire it is text like every other.
    schema: schemaOf(schema, "output"),
  }));
  const key = { name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 255 } };
  const refusals = [
    ...(spec.body || spec.query ? [400] : []),
    ...COMMON,
    ...(names.length > 0 ? OF_PATHS : []),
    ...(spec.body ? OF_BODIES : []),
    ...(spec.idempotent ? [409, 422] : []),
    ...(spec.deprecated ? [410] : []),
  ];
  return {
    operationId: spec.operationId,
    ...(spec.deprecated && { deprecated: true }),
    ...(spec.stability && { "x-stability": spec.stability }),
    "x-scope": spec.scope,
    parameters: [
      ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...query,
      ...(spec.idempotent ? [key] : []),
    ],
    ...(spec.body && { requestBody: { required: true, ...json(schemaOf(spec.body, "input")) } }),
    responses: {
      [spec.status ?? 200]: { description: "Success", ...json(schemaOf(spec.returns, "output")) },
      ...Object.fromEntries(refusals.map((status) => [status, refusal(status)])),
    },
  };
}

const json = (schema: object) => ({ content: { "application/json": { schema } } });

function refusal(status: number): object {
  const codes = Object.entries(STATUS_BY_CODE).flatMap(([code, own]) => (own === status ? [code] : []));
  return { description: codes.join(", "), ...json({ $ref: "#/components/schemas/Error" }) };
}

/** The JSON schema of one of our schemas; a bigint is an int64. */
function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "bigint") Object.assign(jsonSchema, { type: "integer", format: "int64" });
    },
  });
  return described;
}
