import "server-only";
import type * as z from "zod/mini";
import { MAX_IF_MATCH_LENGTH } from "../http/if-match";
import { timeWords } from "../values/time-words";
import { type Handler, OPERATION_METHODS } from "./endpoint";
import { RESPONSE_COMPONENTS, responsesOf } from "./openapi-responses";
import { type Content, type JsonSchema, jsonContent, schemaOf } from "./openapi-schema";
import type { AnySpec, UploadRule } from "./spec";

/** The handlers of each path, by method. */
export type Routes = Readonly<Record<string, Partial<Record<string, Handler>>>>;

const IDEMPOTENCY_KEY: JsonSchema = { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" };

/** Describes operations as OpenAPI 3.1, from their specifications. */
export function describeApi(routes: Routes, origin: string) {
  const paths = Object.entries(routes).map(
    ([path, methods]) => [path.slice("/v1".length).replace(/\[(\w+)\]/g, "{$1}"), operationsOf(methods)] as const,
  );
  return {
    openapi: "3.1.0",
    info: { title: "Pet Adoption Service", version: "1.0.0" },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      ...RESPONSE_COMPONENTS,
    },
  };
}

function operationsOf(methods: Routes[string]): Record<string, OperationObject> {
  return Object.fromEntries(
    OPERATION_METHODS.flatMap((method) => {
      const spec = methods[method]?.spec;
      return spec ? [[method.toLowerCase(), operation(spec)]] : [];
    }),
  );
}

/** An operation as OpenAPI describes it. */
export type OperationObject = ReturnType<typeof operation>;

function operation(spec: AnySpec) {
  const precondition = {
    name: "If-Match",
    in: "header",
    required: spec.precondition === "required",
    schema: { type: "string" as const, maxLength: MAX_IF_MATCH_LENGTH },
  };
  const key = { name: "Idempotency-Key", in: "header", required: false, schema: IDEMPOTENCY_KEY };
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    ...(spec.deprecated && { deprecated: true, "x-sunset": spec.deprecated.sunset.toISOString() }),
    ...(spec.stability && { "x-stability": spec.stability }),
    "x-scope": spec.scope,
    parameters: [
      ...parameters("path", spec.params),
      ...parameters("query", spec.query),
      ...(spec.idempotent ? [key] : []),
      ...(spec.precondition ? [precondition] : []),
    ],
    ...requestBodyOf(spec),
    responses: responsesOf(spec),
  };
}

type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema };
type RequestBody = { required: boolean; description?: string; content: Content };

function requestBodyOf({ body, upload }: AnySpec): { requestBody?: RequestBody } {
  if (upload) return { requestBody: uploadBody(upload) };
  return body ? { requestBody: { required: true, ...jsonContent(schemaOf(body, "input")) } } : {};
}

/** Describes a body that is not JSON. */
function uploadBody({ mediaTypes, maxBytes, timeoutMs, pace }: UploadRule): RequestBody {
  const content = mediaTypes.map((type) => {
    const schema: JsonSchema = { type: "string", contentMediaType: type, minLength: 1, maxLength: maxBytes };
    return [type, { schema }];
  });
  const speed = `at least ${sizeWords(pace.bytes)} in every ${timeWords(pace.ms / 1000)}`;
  const description = `At most ${sizeWords(maxBytes)}, which have to arrive within ${timeWords(timeoutMs / 1000)}, ${speed}`;
  return { required: true, description, content: Object.fromEntries(content) };
}

/** Returns a number of bytes as a string, such as 15 MB or 100 kB. */
const sizeWords = (bytes: number) => (bytes >= 1e6 ? `${bytes / 1e6} MB` : `${bytes / 1e3} kB`);

/** Describes parameters by their parsed types, although they are sent as text. */
function parameters(place: "path" | "query", schema: z.ZodMiniObject | undefined): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => ({
    name,
    in: place,
    required: place === "path",
    schema: schemaOf(member as z.core.$ZodType, "output"),
  }));
}
