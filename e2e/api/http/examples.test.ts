import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setConverter } from "@/lib/pets/photos/convert";
import { settleInOrder } from "../support/exchanges";
import { credentialFor, OPERATIONS, validCall } from "../support/operations";
import { convertQuickly } from "../support/photo-suite";
import { newKey, newPerson, type SignedInPerson, suiteService } from "../support/service";

// The examples of the API reference: one exchange of each operation. `-u` writes them again.
const FILE = join(import.meta.dirname, "../../../lib/reference/examples.json");
const service = suiteService();
let admin: SignedInPerson;
let key: string;
beforeAll(async () => {
  convertQuickly();
  [admin, key] = [await newPerson("admin", "Ada"), await newKey({ name: "Website" })];
});
afterAll(() => setConverter(null));

const HEADERS = ["Content-Type", "If-Match", "Change-Set", "ETag", "Link", "Location"];
const named = (headers: Readonly<Record<string, unknown>>, names = HEADERS) =>
  Object.fromEntries(names.map((name) => [name, headers[name.toLowerCase()]]));

/** Two entries of a list show what it looks like. */
const shorten = (_name: string, value: unknown) => (Array.isArray(value) ? value.slice(0, 2) : value);

/** What the valid calls make up anew each time. */
const MADE_UP: readonly [RegExp, string][] = [
  [/[\da-f-]{36}@\w+\.example/g, "kim@example.org"],
  [/@shelter\.example/g, "@example.org"],
  [/Kind [\da-f]{8}/g, "Ferret"],
  [/kind[ -][\da-f]{8}/g, "ferret"],
  [/(?<="(?:Kim|Shelter)) [\da-f-]{36}/g, ""],
  [/(?<="(?:formToken|secret)":")[^"]+/g, "secret"],
  // Written some time after the requests that are counted.
  [/(?<="requestsToday":)\d+/g, "0"],
  [/(?<="lastUsedAt":)"[^"]+"/g, "null"],
  [/(?<=\/photos\/[\da-f]{8})[\da-f]{56}/g, ""],
];

const examples: Record<string, unknown> = {};

test.for(OPERATIONS)("$spec.operationId succeeds", async (operation) => {
  const { target, headers, body } = await validCall(operation);
  const call = { key: credentialFor(operation.spec, { ...service, key }, admin), headers, ...(body && { body }) };
  const answer = await service.call(target, call);
  expect(answer, answer.text).toMatchObject({ status: operation.spec.status ?? 200 });
  const isJson = typeof body === "string";
  const exchange = {
    request: {
      path: target.split(" ")[1],
      headers: named({ ...(isJson && { "content-type": "application/json" }), ...headers }),
      body: isJson ? JSON.parse(body) : null,
    },
    response: {
      status: answer.status,
      headers: named(answer.headers, HEADERS.slice(2)),
      body: answer.text === "" ? null : JSON.parse(answer.text, shorten),
    },
  };
  const text = MADE_UP.reduce((made, [pattern, word]) => made.replace(pattern, word), JSON.stringify(exchange));
  examples[operation.spec.operationId] = JSON.parse(settleInOrder(text));
});

test("the examples of the reference are these exchanges, without secrets or addresses of anybody", async () => {
  const text = `${JSON.stringify(examples, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(FILE);
  // Placeholders are mostly zeros or x.
  expect(text.match(/[\w-]{24,}/g)?.filter((word) => !/0{8}|x{20}/.test(word))).toEqual([]);
  expect(text.match(/[\w.-]+@[\w.-]+/g)?.filter((address) => !address.endsWith("@example.org"))).toEqual([]);
});
