import { isDeepStrictEqual } from "node:util";

export type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  required?: string[];
  items?: Schema;
  [keyword: string]: unknown;
};
type Content = Record<string, { schema: Schema }>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };

/** An operation of OpenAPI without references. */
export type Operation = {
  operationId?: string;
  "x-scope"?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: Record<string, { required?: boolean }>; content?: Content }>;
};
export type Operations = Readonly<Record<string, Operation>>;

/** Names each place where a program that was written for the released operations may fail today. */
export function breakingChanges(released: Operations, today: Operations): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const after = today[name];
    const found = after ? [...inRequest(before, after), ...inAnswers(before, after)] : ["gone"];
    return found.map((place) => `${name} ${place}`);
  });
}

function inRequest(before: Operation, after: Operation): string[] {
  const idOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
  const parametersOf = ({ parameters = [] }: Operation) => new Map(parameters.map((one) => [idOf(one), one]));
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const body = after.requestBody;
  return [
    ...(["operationId", "x-scope"] as const).filter((name) => before[name] !== after[name]),
    ...[...now].filter(([id, { required }]) => required && !old.get(id)?.required).map(([id]) => `${id} required`),
    ...[...old].flatMap(([id, { schema }]) => {
      const { schema: wide } = now.get(id) ?? {};
      if (!wide) return [`${id} gone`];
      const isSame = isDeepStrictEqual(schema.default, wide.default);
      return [...(isSame ? [] : [`${id} default`]), ...misfits(schema, wide, id, "request")];
    }),
    ...(body?.required && !before.requestBody?.required ? ["body required"] : []),
    ...inContent(before.requestBody?.content, body?.content, "body", (old, now, at) =>
      misfits(old, now, at, "request"),
    ),
  ];
}

function inAnswers(before: Operation, after: Operation): string[] {
  return Object.entries(before.responses).flatMap(([status, old]) => {
    const now = after.responses[status];
    if (!now) return [`${status} gone`];
    const headers = Object.entries(old.headers ?? {}).filter(
      ([name, { required }]) => !now.headers?.[name] || (required && !now.headers[name].required),
    );
    const kind = Number(status) < 400 ? "answer" : "refusal";
    return [
      ...headers.map(([name]) => `${status} ${name} gone`),
      ...inContent(old.content, now.content, status, (old, now, at) => misfits(now, old, at, kind)),
    ];
  });
}

type Compare = (old: Schema, now: Schema, at: string) => string[];

function inContent(old: Content | undefined, now: Content | undefined, at: string, compare: Compare): string[] {
  return Object.entries(old ?? {}).flatMap(([type, { schema }]) => {
    const today = now?.[type]?.schema;
    return today ? compare(schema, today, at) : [`${at} ${type} gone`];
  });
}

/** New members of an answer break nothing, and new error codes may come. */
type Kind = "request" | "answer" | "refusal";

const choicesOf = ({ anyOf, ...rest }: Schema): Schema[] => anyOf?.map((choice) => ({ ...rest, ...choice })) ?? [rest];
const typesOf = ({ type }: Schema) => [type ?? []].flat();
const valuesOf = (schema: Schema) => ("const" in schema ? [schema.const] : schema.enum);

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const SAME = ["pattern", "format", "multipleOf", "uniqueItems", "contentMediaType"];

/** Names what lets a value of `narrow` be none of `wide`. */
function misfits(narrow: Schema, wide: Schema, at: string, kind: Kind): string[] {
  return choicesOf(narrow).flatMap((choice) => {
    const tries = choicesOf(wide).map((other) => misfitsOfChoice(choice, other, at, kind));
    return tries.reduce((best, found) => (found.length < best.length ? found : best));
  });
}

function misfitsOfChoice(narrow: Schema, wide: Schema, at: string, kind: Kind): string[] {
  const [types, values] = [typesOf(wide), valuesOf(wide)];
  const isOfType = (type: string) => types.includes(type) || (type === "integer" && types.includes("number"));
  const isWithin = (keyword: string, sign: number) =>
    wide[keyword] === undefined || Number(narrow[keyword]) * sign >= Number(wide[keyword]) * sign;
  const wrong = [
    ...(types.length === 0 || (typesOf(narrow).length > 0 && typesOf(narrow).every(isOfType)) ? [] : ["type"]),
    ...(values && kind !== "refusal" && !valuesOf(narrow)?.every((value) => values.includes(value)) ? ["enum"] : []),
    ...LOWER.filter((keyword) => !isWithin(keyword, 1)),
    ...UPPER.filter((keyword) => !isWithin(keyword, -1)),
    ...SAME.filter((keyword) => wide[keyword] !== undefined && wide[keyword] !== narrow[keyword]),
    ...(wide.items && !narrow.items ? ["items"] : []),
  ];
  return [
    ...wrong.map((keyword) => `${at} ${keyword}`),
    ...(wide.items && narrow.items ? misfits(narrow.items, wide.items, `${at}[]`, kind) : []),
    ...inMembers(narrow, wide, at, kind),
  ];
}

function inMembers(narrow: Schema, wide: Schema, at: string, kind: Kind): string[] {
  const [inner, outer] = [narrow.properties ?? {}, wide.properties ?? {}];
  const isClosed = kind === "request" && wide.additionalProperties === false;
  const gone =
    kind === "request"
      ? Object.keys(inner).filter((name) => isClosed && !outer[name])
      : Object.keys(outer).filter((name) => !inner[name]);
  return [
    ...gone.map((name) => `${at}.${name} gone`),
    ...(wide.required ?? [])
      .filter((name) => !gone.includes(name) && !narrow.required?.includes(name))
      .map((name) => `${at}.${name} ${kind === "request" ? "required" : "optional"}`),
    ...Object.entries(outer).flatMap(([name, schema]) =>
      inner[name] ? misfits(inner[name], schema, `${at}.${name}`, kind) : [],
    ),
  ];
}
