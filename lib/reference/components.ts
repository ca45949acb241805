import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "./json-schema";

type Kind = "headers" | "parameters" | "responses";
type Components = { schemas: Record<string, JsonSchema> } & Record<Kind, Record<string, object>>;

/**
 * Moves what has a name, and what several operations have in common, into components.
 * @throws Error when two different schemas have the same name
 */
export function withComponents<T>(paths: T): { paths: T; components: Components } {
  const components: Components = { schemas: {}, parameters: {}, headers: {}, responses: {} };
  const named = withNames(paths, components.schemas);
  const kinds = ["headers", "parameters", "responses"] as const;
  return { paths: kinds.reduce((part, kind) => withShared(part, kind, components[kind]), named), components };
}

/**
 * Moves named schemas into `schemas`, and puts the meaning of each member beside it (see `named`).
 * @throws Error when two different schemas have the same name
 */
function withNames<T>(part: T, schemas: Record<string, JsonSchema>): T {
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

type Part = { name?: string; description?: string };

/** The names of two that differ end with a number. */
function withShared<T>(paths: T, kind: Kind, components: Record<string, object>): T {
  const found: { name: string; json: string }[] = [];
  const replaceEach = (replace: (part: Part, key: string) => unknown) =>
    JSON.parse(JSON.stringify(paths), (key, value) => {
      if (key !== kind) return value;
      if (Array.isArray(value)) return value.map((part) => replace(part, part.name));
      return Object.fromEntries(Object.entries<Part>(value).map(([name, part]) => [name, replace(part, name)]));
    });
  replaceEach((part, key) => {
    const name = /^\d+$/.test(key) ? wordsOf(part.description) : key;
    found.push({ name, json: JSON.stringify(part) });
  });
  const references = new Map<string, object>();
  for (const [json, [first, second]] of Map.groupBy(found, (one) => one.json)) {
    if (!first || !second) continue;
    const others = Object.keys(components).filter((id) => id.replace(/-\d+$/, "") === first.name).length;
    const id = others === 0 ? first.name : `${first.name}-${others + 1}`;
    components[id] = JSON.parse(json);
    references.set(json, { $ref: `#/components/${kind}/${id}` });
  }
  return replaceEach((part) => references.get(JSON.stringify(part)) ?? part);
}

/** "conflict, rate_limited" as `ConflictRateLimited` */
const wordsOf = (codes = "") =>
  codes.toLowerCase().replace(/(?:^|[^a-z]+)([a-z])/g, (_, letter) => letter.toUpperCase());
