import { expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import { PATHS } from "@/e2e/testing/document";
import { AUDIENCES, describeApi } from "@/lib/reference/document";
import { SCOPES } from "@/lib/scopes";
import { OPERATIONS } from "../support/operations";

// That answers are as the document describes them is checked with every answer, in e2e/testing/document.ts.
type Schema = {
  type?: string | string[];
  format?: string;
  const?: unknown;
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
  "x-scope": string;
  "x-stability"?: string;
  parameters: { name: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Partial<Content>>;
};
// The parts of the documents that these tests read.
const operationsOf = (paths: object) =>
  Object.values<Record<string, Operation>>({ ...paths }).flatMap(Object.values<Operation>);
const operations = operationsOf(PATHS);

test("OpenAPI lists every operation once, with its stability", () => {
  const ids = (all: readonly { operationId: string }[]) => all.map(({ operationId }) => operationId).toSorted();
  const specs = OPERATIONS.map(({ spec }) => spec);
  expect(ids(operations)).toEqual(ids(specs));
  const stable = operations.filter((operation) => operation["x-stability"] === undefined);
  expect(ids(stable)).toEqual(["createPet", "getPet", "listPets"]);
  expect(ids(specs.filter(({ isStable }) => isStable))).toEqual(ids(stable));
  expect(ids(operations.filter(({ deprecated }) => deprecated))).toEqual(["getPet"]);
});

test("one document has what keys can call, in at most 120 KB, and the other one the rest", () => {
  const [forKeys, forSite] = AUDIENCES.map((audience) => describeApi(ROUTES, "https://pets.example", audience));
  expect(JSON.stringify(forKeys).length).toBeLessThanOrEqual(120_000);
  const scopesOf = (document = forKeys) => operationsOf(document?.paths ?? {}).map((operation) => operation["x-scope"]);
  expect(new Set(scopesOf(forKeys))).toEqual(new Set(SCOPES));
  expect(scopesOf(forSite).filter((scope) => SCOPES.some((one) => one === scope))).toEqual([]);
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
    integer:
      schema.const !== undefined ||
      schema.format === "int64" ||
      (schema.minimum !== undefined && (!isInput || schema.maximum !== undefined)),
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
