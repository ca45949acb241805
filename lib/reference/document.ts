import "server-only";
import * as z from "zod/mini";
import { OPERATION_METHODS, type Routes } from "../api/endpoint";
import { MAX_IF_MATCH_LENGTH } from "../api/if-match";
import { takesKey } from "../api/read-idempotency-key";
import type { AnySpec, UploadRule } from "../api/spec";
import { mayBeAbsent } from "../http/parse";
import { SCOPES, type Scope } from "../scopes";
import { keysOf } from "../values/objects";
import { timeWords } from "../values/time-words";
import { withComponents } from "./components";
import recorded from "./examples.json";
import { type JsonSchema, schemaOf } from "./json-schema";
import { COMMON_HEADERS, type Content, jsonContent, responsesOf } from "./responses";
import type { ExampleRequest } from "./snippets";
import "./schemas";

/** By the first part of their paths. */
const TAGS: Readonly<Record<string, { name: string; description: string }>> = {
  pets: { name: "Animals", description: "Animals with their profiles, photos, care and history." },
  imports: { name: "Imports", description: "Many animals at once, from rows that are checked first." },
  categories: { name: "Kinds of animals", description: "The names of the kinds, such as dogs and cats." },
  store: { name: "Orders", description: "Adoptions: from the reservation of an animal to its hand-over or return." },
  applications: { name: "Applications", description: "People who ask to adopt an animal." },
  shelter: { name: "Shelter", description: "How the shelter presents itself." },
  mail: { name: "Mail", description: "Whether e-mail is sent." },
  overview: { name: "Overview", description: "What the staff have to do." },
  keys: { name: "API keys", description: "Keys, their scopes, plans and use." },
  people: { name: "People", description: "Who works at the shelter." },
  changes: { name: "Changes", description: "Every command and what it changed, which can be undone." },
  "sign-ins": { name: "Sign-ins", description: "Who has signed in, and from where." },
};

const TITLES = {
  keys: { title: "Pet Adoption Service", description: "The animals of a shelter and their adoptions, for programs." },
  site: {
    title: "Pet Adoption Service: its own pages",
    description:
      "Only the pages of this site use these operations. No API key can call them, and they change at any time.",
  },
};

/** `keys` has the operations that an API key may call, `site` the others. */
export type Audience = keyof typeof TITLES;
export const AUDIENCES = keysOf(TITLES);

const audienceOf = (scope: Scope): Audience => (SCOPES.some((one) => one === scope) ? "keys" : "site");

/** A request that was really sent, and its answer. */
export type Exchange = {
  request: ExampleRequest;
  response: { status: number; headers: Readonly<Record<string, string>>; body: unknown };
};

/** By the ids of operations. */
export const EXCHANGES: Readonly<Partial<Record<string, Exchange>>> = recorded;

export type ApiDocument = ReturnType<typeof describeApi>;

/** Any part of it may be a reference. */
export type ApiOperation = ReturnType<typeof operation>;

/** OpenAPI 3.1. */
export function describeApi(routes: Routes, origin: string, audience: Audience) {
  const inline = Object.entries(routes).flatMap(([path, methods]) => {
    const operations = operationsOf(path, methods, audience);
    return operations.length === 0 ? [] : [[pathOf(path), Object.fromEntries(operations)] as const];
  });
  const { paths, components } = withComponents(Object.fromEntries(inline));
  const tags = new Set(inline.map(([path]) => tagOf(path)));
  return {
    openapi: "3.1.0",
    info: {
      ...TITLES[audience],
      version: "1.0.0",
      contact: { url: `${origin}/docs` },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/v1` }],
    security: [{ bearer: [] }],
    tags: [...tags],
    paths,
    "x-common-headers": COMMON_HEADERS,
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, ...components },
  };
}

/** `/v1/pets/[petId]` as `/pets/{petId}` */
const pathOf = (path: string) => path.slice("/v1".length).replace(/\[(\w+)\]/g, "{$1}");

/** @throws Error when a path has none */
function tagOf(path: string) {
  const tag = TAGS[path.split("/")[1] ?? ""];
  if (!tag) throw new Error(`${path} has no tag`);
  return tag;
}

function operationsOf(path: string, methods: Routes[string], audience: Audience) {
  return OPERATION_METHODS.flatMap((method) => {
    const spec: AnySpec | undefined = methods[method]?.spec;
    if (!spec || audienceOf(spec.scope) !== audience) return [];
    return [[method.toLowerCase(), operation(method, pathOf(path), spec)] as const];
  });
}

function operation(method: string, path: string, spec: AnySpec) {
  const { operationId, summary, description, scope, orScopes, isStable, deprecated, precondition } = spec;
  const { request, response } = EXCHANGES[operationId] ?? {};
  return {
    operationId,
    summary,
    description,
    tags: [tagOf(path).name],
    ...(deprecated && { deprecated: true, "x-sunset": deprecated.sunset.toISOString() }),
    ...(!isStable && { "x-stability": "experimental" }),
    ...(audienceOf(scope) === "site" && { "x-internal": true }),
    "x-scope": scope,
    ...(orScopes && { "x-or-scopes": orScopes }),
    parameters: [
      ...parameters("path", spec.params),
      ...parameters("query", spec.query),
      ...(takesKey(method, spec) ? [idempotencyKey(spec)] : []),
      ...(precondition ? [ifMatch(precondition === "required")] : []),
      ...(spec.confirms ? [confirm(spec.confirms === "keep")] : []),
    ],
    ...requestBodyOf(spec, request?.body),
    responses: responsesOf(method, spec, response?.body),
  };
}

export type Parameter = {
  name: string;
  in: string;
  description?: string | undefined;
  required?: true | undefined;
  schema: JsonSchema;
};
type RequestBody = { required: boolean; description?: string; content: Content };

const inHeader = (name: string, description: string, schema: JsonSchema): Parameter => ({
  ...{ name, in: "header", description, schema: { type: "string", ...schema } },
});

const REPEATED =
  "For 24 hours, the same request with the same text gets the first answer again, and nothing is done twice.";
const REPEATED_SECRET =
  "For 24 hours, the same request with the same text gets 409, because the secret is not stored, and nothing is done twice.";

const idempotencyKey = ({ idempotent }: AnySpec) =>
  inHeader(
    "Idempotency-Key",
    `Text of your own, such as a UUID. ${idempotent === "secret" ? REPEATED_SECRET : REPEATED}`,
    { minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
  );

const confirm = (keeps: boolean) =>
  inHeader(
    "Confirm",
    keeps
      ? "`*`: animals that were changed since stay as they are, and the rest is undone."
      : "The `confirm` of a 409 `confirmation_required`, to accept just these consequences, or `*` for any.",
    { maxLength: 43 },
  );

const IF_MATCH =
  'The `ETag` that you have read, such as `"7"`, or `*` for any version. If somebody has changed it since, the answer is ' +
  "412, and nothing is done.";

function ifMatch(required: boolean): Parameter {
  const without = required ? "Without the header, it is 428." : "Without the header, the version is not checked.";
  const parameter = inHeader("If-Match", `${IF_MATCH} ${without}`, { maxLength: MAX_IF_MATCH_LENGTH });
  return { ...parameter, required: required ? true : undefined };
}

function requestBodyOf({ body, upload }: AnySpec, example: unknown): { requestBody?: RequestBody } {
  if (upload) return { requestBody: uploadBody(upload) };
  if (!body) return {};
  return { requestBody: { required: !mayBeAbsent(body), ...jsonContent(schemaOf(body, "input"), example) } };
}

function uploadBody({ mediaTypes, maxBytes, timeoutMs, pace }: UploadRule): RequestBody {
  const content = mediaTypes.map((type) => {
    // OpenAPI 3.1 has given up this format, but some generators send JSON without it.
    const binary = { type: "string", format: "binary" } as const;
    const schema: JsonSchema = { ...binary, contentMediaType: type, minLength: 1, maxLength: maxBytes };
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
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => {
    const absent = z.safeParse(member, undefined);
    return {
      name,
      in: place,
      description: meanings[name],
      required: absent.success ? undefined : true,
      schema: { ...schemaOf(member, "output"), ...(absent.data !== undefined && { default: absent.data }) },
    };
  });
}
