import { expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { OPERATION_METHODS } from "@/lib/api/endpoint";
import { describeApi } from "@/lib/api/openapi";

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
};
type Content = { content: { "application/json": { schema: Schema } } };
type Operation = {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  "x-stability"?: string;
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Partial<Content> & { description: string; headers: Record<string, object> }>;
};
const described: object = describeApi(ROUTES, "https://pets.example");
// The parts of the document that these tests read.
const document = described as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

function operation(operationId: string): Operation {
  const found = operations.find((one) => one.operationId === operationId);
  if (!found) throw new Error(`${operationId} is not described`);
  return found;
}

test("OpenAPI – every operation is listed once, with its stability", () => {
  const specs = Object.values(ROUTES).flatMap((methods) =>
    OPERATION_METHODS.flatMap((method) => methods[method]?.spec ?? []),
  );
  expect(specs.length).toBeGreaterThan(10);
  expect(operations.map(({ operationId }) => operationId)).toEqual(specs.map(({ operationId }) => operationId));
  expect(operations.map((operation) => operation["x-stability"])).toEqual(
    specs.map(({ isStable }) => (isStable ? undefined : "experimental")),
  );
  expect(operations.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId)).toEqual(["getPet"]);
});

test("OpenAPI – every operation has its own summary: a few words, no full stop", () => {
  const summaries = operations.map(({ summary }) => summary);
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const summary of summaries) expect(summary).toMatch(/^[A-Z][^.\n]{3,80}[^.\s]$/);
});

/** The members of a schema without bounds, by their path. */
function unbounded(schema: Schema, path: string, isInput: boolean): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => unbounded(choice, path, isInput));
  const types = [schema.type ?? []].flat().filter((type) => type !== "null" || schema.type === "null");
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, member]) => [`${path}.${name}`, member] as const),
    ...(schema.items ? [[`${path}[]`, schema.items] as const] : []),
  ].flatMap(([where, member]) => unbounded(member, where, isInput));
  const isBounded = {
    string: !isInput || schema.enum || schema.format || schema.maxLength !== undefined,
    integer: schema.format === "int64" || (schema.minimum !== undefined && (!isInput || schema.maximum !== undefined)),
    number: schema.enum,
    array: !isInput || schema.maxItems !== undefined,
    object: true,
    boolean: true,
    null: true,
    "": false,
  }[types.join()];
  return isBounded ? inner : [...inner, `${path}: ${JSON.stringify(schema)}`];
}

test("OpenAPI – every input has a type and bounds", () => {
  const found = operations.flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters.flatMap(({ name, schema }) => unbounded(schema, `${operationId} ${name}`, true)),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => unbounded(schema, operationId, true)),
  ]);
  expect(found).toEqual([]);
});

test("OpenAPI – every output has a type, and every number a minimum", () => {
  const found = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, { content }]) => (content ? unbounded(content["application/json"].schema, operationId, false) : [])),
  );
  expect(found).toEqual([]);
});

test("OpenAPI – the bounds are those of the schemas", () => {
  const body = (operationId: string) =>
    operations.find((operation) => operation.operationId === operationId)?.requestBody?.content["application/json"]
      .schema.properties;
  expect(body("createPet")).toMatchObject({
    name: { type: "string", minLength: 1, maxLength: 255 },
    categoryId: { type: "integer", format: "int64" },
  });
  expect(body("createKey")).toMatchObject({
    name: { minLength: 1, maxLength: 100 },
    perMinute: { type: "integer", minimum: 1, maximum: 1_000_000_000 },
    perDay: { type: "integer", minimum: 1, maximum: 1_000_000_000 },
    scopes: { type: "array", minItems: 1, maxItems: 4 },
    expiresAt: { type: "string", format: "date-time" },
  });
  expect(body("rotateKey")).toMatchObject({ graceHours: { type: "integer", minimum: 0, maximum: 168, default: 24 } });
  expect(body("addPerson")).toMatchObject({ email: { type: "string", format: "email", maxLength: 254 } });
  expect(document.paths["/pets/{petId}"]?.get?.parameters[0]).toMatchObject({
    name: "petId",
    in: "path",
    schema: { type: "integer", format: "int64" },
  });
});

test("OpenAPI – listPets: parameters, animals with int64, a Link", () => {
  const list = operation("listPets");
  expect(list.parameters.map(({ name }) => name).slice(0, 3)).toEqual(["limit", "status", "cursor"]);
  expect(list.parameters[0]?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 100, default: 20 });
  expect(list.parameters[1]?.schema).toMatchObject({ enum: ["available", "pending", "sold"] });
  expect(list.responses["200"]?.content?.["application/json"].schema).toMatchObject({
    type: "array",
    items: {
      required: ["id", "name", "categoryId"],
      properties: { id: { type: "integer", format: "int64" }, status: { enum: ["available", "pending", "sold"] } },
    },
  });
  expect(list.responses["200"]?.headers).toMatchObject({ Link: { $ref: "#/components/headers/Link" } });
});

test("OpenAPI – listAudit: pages of up to 200 entries, and its filters", () => {
  const list = operation("listAudit");
  expect(list.parameters.map(({ name }) => name)).toEqual(["limit", "cursor", "actor", "about", "from", "until"]);
  expect(list.parameters[0]?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 200, default: 100 });
});

test("OpenAPI – listChanges: the changes of animals, unless it is told what they are about", () => {
  const [about, ...others] = operation("listChanges").parameters;
  expect(about).toMatchObject({
    name: "about",
    schema: { enum: ["pets", "applications", "orders", "additions", "adopters"], default: "pets" },
  });
  expect(others.map(({ name }) => name)).toEqual(["limit", "cursor", "petId", "actor", "from"]);
});

test("OpenAPI – createPet: its body, its refusals with their codes, a Location", () => {
  const { requestBody, responses } = operation("createPet");
  expect(requestBody?.content["application/json"].schema).toMatchObject({
    required: ["name", "categoryId"],
    additionalProperties: false,
  });
  expect(Object.keys(responses)).toEqual(["201", "400", "401", "403", "409", "413", "415", "422", "429", "500", "503"]);
  expect(responses["201"]?.headers).toHaveProperty("Location");
  expect(responses["429"]).toMatchObject({
    description: "rate_limited, key_suspended",
    headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
    content: { "application/json": { schema: { allOf: [{}, { properties: { status: { const: 429 } } }] } } },
  });
});

test.each(["changePerson", "rotateKey", "unbanKey", "addPerson"])("OpenAPI – %s may answer 409", (operationId) => {
  expect(operation(operationId).responses["409"]?.description).toBe("conflict");
});
