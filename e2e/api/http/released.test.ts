import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { breakingChanges, type Operations } from "@/e2e/testing/breaking";
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
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const OPERATION = {
  operationId: "changePet",
  parameters: [{ name: "limit", in: "query", schema: { anyOf: [{ type: "integer", maximum: 9 }, { type: "null" }] } }],
  requestBody: json({ additionalProperties: false, properties: { name: text }, required: [] }),
  responses: {
    200: { headers: { ETag: { required: true }, Link: {} }, ...json({ properties: { id: text }, required: ["id"] }) },
    409: json({ properties: { code: { enum: ["conflict"] } } }),
  },
};
const LIMIT = "parameters.0.schema.anyOf.0";
const BODY = "requestBody.content.application/json.schema";
const ANSWER = "responses.200.content.application/json.schema";

/** Sets a member, by its path; undefined removes it. */
function change(path: string, value: unknown): object {
  const changed = JSON.parse(JSON.stringify(OPERATION));
  const names = path.split(".");
  const last = names.pop() ?? "";
  // biome-ignore lint/suspicious/noExplicitAny: a path may lead to any part.
  const part = names.reduce((object: any, name) => object[name], changed);
  if (value === undefined) delete part[last];
  else part[last] = value;
  return changed;
}

test.each<[path: string, value: unknown, isBreaking: boolean]>([
  ["operationId", "patchPet", true],
  ["parameters.0", undefined, true],
  ["parameters.0.required", true, true],
  ["parameters.1", { name: "sort", in: "query", required: true, schema: {} }, true],
  ["parameters.1", { name: "sort", in: "query", schema: {} }, false],
  [`${LIMIT}.maximum`, 5, true],
  [`${LIMIT}.minimum`, 2, true],
  [`${LIMIT}.type`, ["integer", "string"], false],
  ["parameters.0.schema.anyOf.1", undefined, true],
  ["requestBody", undefined, true],
  ["requestBody.required", true, true],
  [`${BODY}.required`, ["name"], true],
  [`${BODY}.properties.name`, undefined, true],
  [`${BODY}.properties.note`, text, false],
  [`${BODY}.properties.name.enum`, ["a"], true],
  ["responses.409", undefined, true],
  ["responses.410", {}, false],
  ["responses.200.headers.Link", undefined, true],
  ["responses.200.headers.ETag.required", false, true],
  [`${ANSWER}.properties.id`, undefined, true],
  [`${ANSWER}.properties.note`, text, false],
  [`${ANSWER}.properties.id.maxLength`, 20, true],
  [`${ANSWER}.properties.id.type`, ["string", "null"], true],
  [`${ANSWER}.required`, [], true],
  ["responses.409.content.application/json.schema.properties.code.enum", ["conflict", "gone"], false],
])("%s: %j breaks: %s", (path, value, isBreaking) => {
  const found = breakingChanges({ change: OPERATION }, { change: change(path, value) });
  expect(found.length > 0).toBe(isBreaking);
});

test("each break is named, and so is an operation that is gone", () => {
  const place = `change/${BODY.replaceAll(".", "/")}/required`;
  expect(breakingChanges({ change: OPERATION }, { change: change(`${BODY}.required`, ["name"]) })).toEqual([place]);
  expect(breakingChanges({ change: OPERATION }, {})).toEqual(["change"]);
});
