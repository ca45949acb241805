import "server-only";
import type * as z from "zod/mini";
import { MAX_IF_MATCH_LENGTH } from "../http/if-match";
import { type Handler, OPERATION_METHODS } from "./endpoint";
import { RESPONSE_COMPONENTS, responsesOf } from "./openapi-responses";
import { jsonContent, schemaOf } from "./openapi-schema";
import type { AnySpec, UploadRule } from "./spec";

type Routes = Readonly<Record<string, Partial<Record<string, Handler>>>>;

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
      ...RESPONSE_COMPONENTS,
    },
  };
}

function operation(spec: AnySpec): object {
  const precondition = {
    name: "If-Match",
    in: "header",
    required: spec.precondition === "required",
    schema: { type: "string", maxLength: MAX_IF_MATCH_LENGTH },
  };
  const key = { name: "Idempotency-Key", in: "header", required: false, schema: IDEMPOTENCY_KEY };
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    ...(spec.deprecated && { deprecated: true }),
    ...(spec.stability && { "x-stability": spec.stability }),
    "x-scope": spec.scope,
    parameters: [
      ...parameters("path", spec.params),
      ...parameters("query", spec.query),
      ...(spec.idempotent ? [key] : []),
      ...(spec.precondition ? [precondition] : []),
    ],
    ...(spec.upload && { requestBody: uploadBody(spec.upload) }),
    ...(spec.body && { requestBody: { required: true, ...jsonContent(schemaOf(spec.body, "input")) } }),
    responses: responsesOf(spec),
  };
}

/** Describes a body that is not JSON. */
function uploadBody({ mediaTypes, maxBytes, limitMs }: UploadRule): object {
  const content = mediaTypes.map((type) => [
    type,
    { schema: { type: "string", contentMediaType: type, minLength: 1, maxLength: maxBytes } },
  ]);
  const description = `At most ${maxBytes} bytes, which have to arrive within ${limitMs / 1000} seconds`;
  return { required: true, description, content: Object.fromEntries(content) };
}

/** Describes parameters by the type they are parsed to; on the wire they are text. */
function parameters(place: "path" | "query", schema: z.ZodMiniObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => ({
    name,
    in: place,
    required: place === "path",
    schema: schemaOf(member as z.core.$ZodType, "output"),
  }));
}
