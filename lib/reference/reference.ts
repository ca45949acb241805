import "server-only";
import type { Routes } from "../api/endpoint";
import { AUDIENCES, describeApi, type OperationObject } from "./document";
import type { JsonSchema } from "./json-schema";
import type { Content } from "./responses";

type FieldWords = { name: string; required: boolean; words: string };

/** Our bodies are not that deep. */
const MAX_DEPTH = 6;

/** "text, 1 to 255 characters, or null; null when absent" */
export function schemaWords(schema: JsonSchema): string {
  const { choice, isNullable } = withoutNull(schema);
  // The bounds of a file are in bytes; its description says them.
  const hasBounds = choice.const === undefined && choice.contentMediaType === undefined;
  const bounds = hasBounds ? boundsWords(choice) : null;
  const words = [kindWords(choice), bounds, isNullable ? "or null" : null].filter((part) => part !== null);
  const preset = schema.default === undefined ? choice.default : schema.default;
  const absent = preset === undefined ? [] : [`${valueWords(preset)} when absent`];
  const description = schema.description ?? choice.description;
  return [words.join(", "), ...absent, ...(description === undefined ? [] : [description])].join("; ");
}

/** Nested fields are named like `usage[].day`. */
export function fieldsOf(schema: JsonSchema, prefix = "", depth = 0): FieldWords[] {
  if (depth > MAX_DEPTH) return [];
  const { choice } = withoutNull(schema);
  const item = itemOf(choice);
  if (item) return fieldsOf(item, prefix === "" ? "" : `${prefix}[]`, depth + 1);
  const choices = [...(choice.allOf ?? []), ...(choice.anyOf ?? []), ...(choice.oneOf ?? [])];
  const parts = [choice, ...choices.map((one) => itemOf(one) ?? one)];
  const found = parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, member]) => {
      if (typeof member === "boolean") return [];
      const path = prefix === "" ? name : `${prefix}.${name}`;
      const field = { name: path, required: required.includes(name), words: schemaWords(member) };
      return [field, ...fieldsOf(member, path, depth + 1)];
    }),
  );
  return found.filter((field, index) => found.findIndex(({ name }) => name === field.name) === index);
}

function withoutNull(schema: JsonSchema): { choice: JsonSchema; isNullable: boolean } {
  const types = [schema.type ?? []].flat();
  if (types.length > 1 && types.includes("null")) {
    return { choice: { ...schema, type: types.filter((type) => type !== "null") }, isNullable: true };
  }
  const choices = schema.anyOf ?? [];
  const notNull = choices.filter(({ type }) => type !== "null");
  const [only] = notNull;
  if (notNull.length === choices.length || !only) return { choice: schema, isNullable: false };
  return { choice: notNull.length === 1 ? only : { anyOf: notNull }, isNullable: true };
}

function itemOf({ items }: JsonSchema): JsonSchema | null {
  return typeof items === "object" && !Array.isArray(items) ? items : null;
}

const FORMATS: Readonly<Record<string, string>> = {
  int64: "int64",
  "date-time": "date and time",
  date: "date",
  email: "e-mail address",
  uuid: "UUID",
  uri: "URL",
};
const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  null: "null",
};

function kindWords(schema: JsonSchema): string {
  const { type, format, enum: values, const: constant, anyOf, oneOf } = schema;
  if (values) return `one of ${values.map(valueWords).join(", ")}`;
  if (constant !== undefined) return valueWords(constant);
  if (schema.contentMediaType !== undefined) return "the file itself";
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(kindWords))].join(" or ");
  if (format !== undefined && FORMATS[format]) return FORMATS[format];
  const item = itemOf(schema);
  if (item) return `list of ${pluralOf(item)}`;
  return (
    [type ?? []]
      .flat()
      .flatMap((name) => TYPES[name] ?? name)
      .join(" or ") || "any value"
  );
}

function pluralOf(item: JsonSchema): string {
  const words = kindWords(item);
  if (words === "object") return "objects";
  return words === "text" ? "texts" : `values: ${schemaWords(item)}`;
}

/** Such a bound comes from the type alone. */
const HUGE = Number.MAX_SAFE_INTEGER;
const boundOf = (bound: number | undefined) => (bound !== undefined && Math.abs(bound) < HUGE ? bound : undefined);

function boundsWords(schema: JsonSchema): string | null {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return (
    rangeWords(boundOf(minimum), boundOf(maximum), "") ??
    rangeWords(minLength, maxLength, " characters") ??
    rangeWords(minItems, maxItems, itemOf(schema) ? " of them" : "")
  );
}

function rangeWords(min: number | undefined, max: number | undefined, unit: string): string | null {
  const [from, to] = [min, max].map((bound) => bound?.toLocaleString("en-GB"));
  if (from !== undefined && to !== undefined) return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`;
  if (to !== undefined) return `up to ${to}${unit}`;
  return from === undefined ? null : `at least ${from}${unit}`;
}

const valueWords = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

export type Body = { types: string[]; words: string; fields: FieldWords[] };

export type ReferenceOperation = {
  id: string;
  tag: string;
  summary: string;
  method: string;
  path: string;
  scope: string;
  stability: string | null;
  sunset: Date | null;
  parameters: (FieldWords & { place: string })[];
  body: Body | null;
  success: { status: string; headers: string[]; body: Body | null };
  /** The first operation whose answer has the same fields, which are listed only there. */
  sameAnswer: { id: string; summary: string } | null;
  refusals: { status: string; codes: string }[];
};

/** `name` is the first part of the paths. */
type ReferenceGroup = { name: string; operations: ReferenceOperation[] };

/** An answer with fewer fields is listed wherever it occurs. */
const MIN_REPEATED = 4;

const COMMON_HEADER = /^(X-Request-Id|X-RateLimit-.*|RateLimit(-Policy)?|X-Stability)$/;

/** In the order of the routes. */
export function describeReference(routes: Routes): ReferenceGroup[] {
  const groups = new Map<string, ReferenceOperation[]>();
  const firstWith = new Map<string, ReferenceOperation>();
  for (const [path, methods] of pathsOf(routes)) {
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

function pathsOf(routes: Routes) {
  const documents = AUDIENCES.map((audience) => describeApi(routes, "", audience));
  return documents.flatMap((document) => Object.entries(withoutRefs(document)));
}

function withoutRefs({ paths, components }: ReturnType<typeof describeApi>): typeof paths {
  const byKind: Readonly<Record<string, Readonly<Record<string, object>>>> = components;
  const resolve = (_key: string, value: JsonSchema | null): unknown => {
    const [, , kind = "", name = ""] = value?.$ref?.split("/") ?? [];
    const target = byKind[kind]?.[name];
    return target ? { ...JSON.parse(JSON.stringify(target), resolve), ...value } : value;
  };
  return JSON.parse(JSON.stringify(paths), resolve);
}

function describeOperation(method: string, path: string, operation: OperationObject): ReferenceOperation {
  const answers = Object.entries(operation.responses);
  const [status = "", answer] = answers.find(([name]) => name.startsWith("2")) ?? [];
  return {
    id: operation.operationId,
    tag: operation.tags[0] ?? "",
    summary: operation.summary,
    method: method.toUpperCase(),
    path: `/v1${path}`,
    scope: operation["x-scope"],
    stability: operation["x-stability"] ?? null,
    sunset: operation["x-sunset"] === undefined ? null : new Date(operation["x-sunset"]),
    parameters: operation.parameters.map(({ name, in: place, required = false, schema }) => {
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
