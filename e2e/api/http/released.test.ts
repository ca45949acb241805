import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { breakingChanges, type Operation, type Operations, type Schema } from "@/e2e/testing/breaking";
import { PATHS } from "@/e2e/testing/document";

/** The stable operations as released. `-u` adds what is new. To release a breaking change, remove the file first. */
const FILE = join(import.meta.dirname, "released.json");

/** What is only for readers, and what says the same as something else. */
const isLeftOut = (name: string, value: unknown) =>
  ["example", "examples", "tags", "security"].includes(name) ||
  (["description", "summary", "title"].includes(name) && typeof value === "string");

test("stable operations have no breaking change since they were released", async () => {
  const stable = Object.entries(PATHS).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation["x-stability"] === undefined)
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  );
  const withoutWords = (name: string, value: unknown) => (isLeftOut(name, value) ? undefined : value);
  const today = JSON.stringify(Object.fromEntries(stable), withoutWords, 2);
  const released: Operations = JSON.parse(existsSync(FILE) ? readFileSync(FILE, "utf8") : today);
  expect(breakingChanges(released, JSON.parse(today))).toEqual([]);
  await expect(`${today}\n`).toMatchFileSnapshot(FILE);
});

const text = { type: "string", maxLength: 10 };
const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
const OPERATION: Operation = {
  operationId: "changePet",
  "x-scope": "pets:write",
  parameters: [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
    {
      name: "status",
      in: "query",
      schema: { anyOf: [{ type: "string", enum: ["sold", "pending"] }, { type: "null" }] },
    },
  ],
  requestBody: json({ type: "object", additionalProperties: false, properties: { name: text }, required: [] }),
  responses: {
    200: {
      headers: { ETag: { required: true }, Link: {} },
      ...json({
        type: "array",
        items: { type: "object", properties: { id: { type: "integer" }, name: text }, required: ["id"] },
      }),
    },
    409: json({ type: "object", properties: { code: { type: "string", enum: ["conflict"] } } }),
  },
};
const BODY = "requestBody.content.application/json.schema";
const ANSWER = "responses.200.content.application/json.schema.items";

/** Sets a member, by its path; undefined removes it. */
function change(path: string, value: unknown): Operation {
  const changed: Operation = JSON.parse(JSON.stringify(OPERATION));
  const names = path.split(".");
  const last = names.pop() ?? "";
  // biome-ignore lint/suspicious/noExplicitAny: a path may lead to any part.
  const part = names.reduce((object: any, name) => object[name], changed);
  if (value === undefined) Array.isArray(part) ? part.splice(Number(last), 1) : delete part[last];
  else part[last] = value;
  return changed;
}

test.each<[path: string, value: unknown, breaks: string[]]>([
  ["operationId", "patchPet", ["operationId"]],
  ["x-scope", "care:write", ["x-scope"]],
  // Parameters.
  ["parameters.0", undefined, ["query limit gone"]],
  ["parameters.0.required", true, ["query limit required"]],
  ["parameters.2", { name: "sort", in: "query", required: true, schema: {} }, ["query sort required"]],
  ["parameters.2", { name: "sort", in: "query", schema: {} }, []],
  ["parameters.0.schema.maximum", 50, ["query limit maximum"]],
  ["parameters.0.schema.maximum", 500, []],
  ["parameters.0.schema.minimum", undefined, []],
  ["parameters.0.schema.minimum", 2, ["query limit minimum"]],
  ["parameters.0.schema.default", 10, ["query limit default"]],
  ["parameters.0.schema.type", "number", []],
  ["parameters.0.schema.type", "string", ["query limit type"]],
  ["parameters.1.schema.anyOf.0.enum", ["sold"], ["query status enum"]],
  ["parameters.1.schema.anyOf.0.enum", ["sold", "pending", "available"], []],
  ["parameters.1.schema.anyOf.1", undefined, ["query status type", "query status enum"]],
  // The body.
  ["requestBody", undefined, ["body application/json gone"]],
  ["requestBody.required", true, ["body required"]],
  [`${BODY}.required`, ["name"], ["body.name required"]],
  [`${BODY}.properties.name`, undefined, ["body.name gone"]],
  [`${BODY}.properties.note`, text, []],
  [`${BODY}.properties.name.pattern`, "^a", ["body.name pattern"]],
  // Answers.
  ["responses.409", undefined, ["409 gone"]],
  ["responses.410", {}, []],
  ["responses.200.headers.Link", undefined, ["200 Link gone"]],
  ["responses.200.headers.ETag.required", false, ["200 ETag gone"]],
  [`${ANSWER}.properties.name`, undefined, ["200[].name gone"]],
  [`${ANSWER}.properties.note`, text, []],
  [`${ANSWER}.properties.name.maxLength`, 20, ["200[].name maxLength"]],
  [`${ANSWER}.properties.name.maxLength`, 5, []],
  [`${ANSWER}.properties.name.type`, ["string", "null"], ["200[].name type"]],
  [`${ANSWER}.required`, [], ["200[].id optional"]],
  ["responses.409.content.application/json.schema.properties.code.enum", ["conflict", "gone"], []],
])("%s: %j breaks %j", (path, value, breaks) => {
  const found = breakingChanges({ change: OPERATION }, { change: change(path, value) });
  expect(found).toEqual(breaks.map((place) => `change ${place}`));
});

test("an operation that is gone breaks", () => {
  expect(breakingChanges({ change: OPERATION }, {})).toEqual(["change gone"]);
});
