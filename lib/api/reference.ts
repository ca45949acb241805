import "server-only";
import { describeApi, type OperationObject, type Routes } from "./openapi";
import type { Content } from "./openapi-schema";
import { type FieldWords, fieldsOf, schemaWords } from "./schema-words";

/** A body in words: its media types, a description, and its fields. */
export type Body = { types: string[]; words: string; fields: FieldWords[] };

/** An operation as the reference shows it. */
export type ReferenceOperation = {
  id: string;
  summary: string;
  method: string;
  path: string;
  scope: string;
  stability: string | null;
  /** When a deprecated operation is removed. */
  sunset: Date | null;
  parameters: (FieldWords & { place: string })[];
  body: Body | null;
  success: { status: string; headers: string[]; body: Body | null };
  /** The first operation whose answer has the same fields. They are listed only there. */
  sameAnswer: { id: string; summary: string } | null;
  refusals: { status: string; codes: string }[];
};

/** The operations of one resource; `name` is the first part of their paths. */
export type ReferenceGroup = { name: string; operations: ReferenceOperation[] };

/** An answer with fewer fields is listed wherever it occurs. */
const MIN_REPEATED = 4;

/** Headers of every response. The reference names them once. */
const COMMON_HEADER = /^(X-Request-Id|X-RateLimit-.*|RateLimit(-Policy)?|X-Stability)$/;

/** Puts the OpenAPI document into words, by resource, in the order of the routes. */
export function describeReference(routes: Routes): ReferenceGroup[] {
  const groups = new Map<string, ReferenceOperation[]>();
  const firstWith = new Map<string, ReferenceOperation>();
  for (const [path, methods] of Object.entries(describeApi(routes, "").paths)) {
    const name = path.split("/")[1] ?? "";
    const operations = Object.entries(methods).map(([method, operation]) => {
      const described = describeOperation(method, path, operation);
      const fields = described.success.body?.fields ?? [];
      if (fields.length < MIN_REPEATED) return described;
      const first = firstWith.get(JSON.stringify(fields));
      if (first) return { ...described, sameAnswer: { id: first.id, summary: first.summary } };
      firstWith.set(JSON.stringify(fields), described);
      return described;
    });
    groups.set(name, [...(groups.get(name) ?? []), ...operations]);
  }
  return [...groups].map(([name, operations]) => ({ name, operations }));
}

function describeOperation(method: string, path: string, operation: OperationObject): ReferenceOperation {
  const answers = Object.entries(operation.responses);
  const [status = "", answer] = answers.find(([name]) => name.startsWith("2")) ?? [];
  return {
    id: operation.operationId,
    summary: operation.summary,
    method: method.toUpperCase(),
    path: `/v1${path}`,
    scope: operation["x-scope"],
    stability: operation["x-stability"] ?? null,
    sunset: operation["x-sunset"] === undefined ? null : new Date(operation["x-sunset"]),
    parameters: operation.parameters.map(({ name, in: place, required, schema }) => {
      return { name, place, required, words: schemaWords(schema) };
    }),
    body: bodyOf(operation.requestBody?.content, operation.requestBody?.description),
    success: {
      status,
      headers: Object.keys(answer?.headers ?? {}).filter((name) => !COMMON_HEADER.test(name)),
      body: bodyOf(answer?.content),
    },
    sameAnswer: null,
    refusals: answers
      .filter(([name]) => !name.startsWith("2"))
      .map(([name, { description }]) => ({ status: name, codes: description })),
  };
}

function bodyOf(content: Content | undefined, description?: string): Body | null {
  const [first] = Object.values(content ?? {});
  if (!content || !first) return null;
  const words = [schemaWords(first.schema), ...(description === undefined ? [] : [description])].join(". ");
  return { types: Object.keys(content), words, fields: fieldsOf(first.schema) };
}
