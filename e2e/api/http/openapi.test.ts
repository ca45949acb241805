import { expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { describeApi } from "@/lib/reference/document";
import { OPERATIONS } from "../support/operations";

// That answers are as the document describes them is checked with every answer, in e2e/testing/document.ts.
type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
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
  deprecated?: boolean;
  "x-stability"?: string;
  parameters: { name: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Partial<Content>>;
};
const described: object = describeApi(ROUTES, "https://pets.example");
// The parts of the document that these tests read.
const document = described as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test("OpenAPI lists every operation once, with its stability", () => {
  expect(operations.map(({ operationId }) => operationId)).toEqual(OPERATIONS.map(({ spec }) => spec.operationId));
  expect(operations.map((operation) => operation["x-stability"])).toEqual(
    OPERATIONS.map(({ spec }) => (spec.isStable ? undefined : "experimental")),
  );
  const stable = OPERATIONS.filter(({ spec }) => spec.isStable).map(({ spec }) => spec.operationId);
  expect(stable.toSorted()).toEqual(["createPet", "getPet", "listPets"]);
  expect(operations.filter(({ deprecated }) => deprecated).map(({ operationId }) => operationId)).toEqual(["getPet"]);
});

/** The members of a schema without bounds, by their path. */
function unbounded(schema: Schema, path: string, isInput: boolean): string[] {
  const target = document.components.schemas[schema.$ref?.replace("#/components/schemas/", "") ?? ""];
  if (target) return unbounded(target, path, isInput);
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

test("OpenAPI gives every input and output a type, inputs bounds, and numbers a minimum", () => {
  const found = operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
    ...parameters.flatMap(({ name, schema }) => unbounded(schema, `${operationId} ${name}`, true)),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => unbounded(schema, operationId, true)),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, { content }]) => (content ? unbounded(content["application/json"].schema, operationId, false) : [])),
  ]);
  expect(found).toEqual([]);
});
