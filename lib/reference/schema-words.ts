import "server-only";
import type { JsonSchema } from "./json-schema";

/** What references lead to: `#/components/schemas/Pet`. */
export type Components = { schemas: Readonly<Record<string, JsonSchema>> } & Readonly<
  Record<string, Readonly<Record<string, object>>>
>;

/** What a reference names, with what is said beside the reference; anything else as it is. */
export function resolve<T extends object>(part: T, components: Components): T {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part;
  const { $ref, ...beside } = part;
  const [, , section = "", name = ""] = $ref.split("/");
  return { ...components[section]?.[name], ...beside } as T;
}

/** `value` and `meaning` are Markdown. */
export type Member = { name: string; value: string; meaning: string };

/** Our bodies are not that deep. */
const MAX_DEPTH = 6;

/** The other named schemas are described where they are used. */
export const hasPage = ({ type, anyOf = [] }: JsonSchema) =>
  type === "object" || type === "array" || anyOf.some((choice) => choice.type === "object");

/** "text, 1 to 255 characters, or null; `null` when absent" */
export function schemaWords(schema: JsonSchema, components: Components): string {
  const { choice: given, isNullable } = withoutNull(schema);
  const choice = hasPage(resolve(given, components)) ? given : resolve(given, components);
  // The bounds of a file are in bytes; its description says them.
  const isListed = choice.const !== undefined || choice.enum !== undefined || choice["x-some-of"] !== undefined;
  const hasBounds = !isListed && choice.contentMediaType === undefined;
  const bounds = hasBounds ? boundsWords(choice) : null;
  const words = [kindWords(choice, components), bounds, isNullable ? "or null" : null].filter((part) => part !== null);
  const preset = schema.default === undefined ? choice.default : schema.default;
  return `${words.join(", ")}${preset === undefined ? "" : `; ${valueWords(preset)} when absent`}`;
}

/** Of a body. A nested member is named like `usage[].day`, unless its schema has a page. */
export function membersOf(schema: JsonSchema, components: Components, prefix = "", depth = 0): Member[] {
  const { choice } = withoutNull(depth === 0 ? resolve(schema, components) : schema);
  if (depth > MAX_DEPTH || choice.$ref !== undefined) return [];
  const item = itemOf(choice);
  if (item) return membersOf(item, components, prefix === "" ? "" : `${prefix}[]`, depth + 1);
  const parts = [choice, ...(choice.anyOf ?? []).map((one) => itemOf(one) ?? one)];
  const found = parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, member]) => {
      if (typeof member === "boolean") return [];
      const name = prefix === "" ? key : `${prefix}.${key}`;
      const words = schemaWords(member, components);
      const value = required.includes(key) ? words : `${words}; optional`;
      return [
        { name, value, meaning: meaningOf(member, components) },
        ...membersOf(member, components, name, depth + 1),
      ];
    }),
  );
  return found.filter((member, index) => found.findIndex(({ name }) => name === member.name) === index);
}

/** What is said of it, and of the choices that it names, which have no page. */
export function meaningOf(schema: JsonSchema, components: Components, description = schema.description): string {
  const { choice } = withoutNull(schema);
  const named = choice.$ref === undefined ? {} : resolve<JsonSchema>({ $ref: choice.$ref }, components);
  const own = [description, choice.description].filter((text) => text !== undefined);
  const isSaidElsewhere = own.length > 0 && hasPage(named);
  return [...new Set([...own, isSaidElsewhere ? "" : (named.description ?? "")])].join(" ").trim();
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

function kindWords(schema: JsonSchema, components: Components): string {
  const { $ref, type, format, enum: values, const: constant, anyOf, "x-some-of": some } = schema;
  if ($ref !== undefined) {
    const [name, named] = [$ref.split("/").at(-1), resolve(schema, components)];
    return hasPage(named) ? `[${name}](/docs/${name})` : kindWords(named, components);
  }
  if (values) return `one of ${values.map(valueWords).join(", ")}`;
  if (Array.isArray(some)) return `some of ${some.map(valueWords).join(", ")}, separated by commas`;
  if (constant !== undefined) return valueWords(constant);
  if (schema.contentMediaType !== undefined) return "the file itself";
  if (anyOf) return [...new Set(anyOf.map((choice) => kindWords(choice, components)))].join(" or ");
  if (format !== undefined && FORMATS[format]) return FORMATS[format];
  const item = itemOf(schema);
  if (item) return `list of ${pluralOf(item, components)}`;
  return (
    [type ?? []]
      .flat()
      .flatMap((name) => TYPES[name] ?? name)
      .join(" or ") || "any value"
  );
}

function pluralOf(item: JsonSchema, components: Components): string {
  const words = kindWords(item, components);
  if (words === "object") return "objects";
  if (words === "text") return "texts";
  return words.startsWith("[") ? words : `values: ${schemaWords(item, components)}`;
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
  return from === undefined ? null : `at least ${from}${from === "1" ? unit.replace("rs", "r") : unit}`;
}

const valueWords = (value: unknown): string =>
  value === "" ? "empty" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
