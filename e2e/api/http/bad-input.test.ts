import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../support/answers";
import { suiteService } from "../support/service";

// Invalid requests for createPet. What every operation refuses is in every-operation-invalid.test.ts.
const service = suiteService();
let before = 0;
beforeAll(async () => {
  before = await service.count();
});
afterAll(async () => expect(await service.count(), "nothing is stored").toBe(before));

const post = (body: string | Uint8Array) => service.call("POST /v1/pets", { body });
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

test("a thousand unknown fields, one with a hostile name, get a short and printable message", async () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `"field${n}":1`).join(",");
  expect(expectError(await post(`{${many}}`), 400, "bad_request").length).toBeLessThan(500);
  const hostile = `{"name":"A","categoryId":1,"\\u0000\\u001b[31m\\ud800${"x".repeat(10_000)}":1}`;
  const message = expectError(await post(hostile), 400, "bad_request", / is not a known field$/);
  expect(message.length).toBeLessThan(500);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that there are none.
  expect(message).not.toMatch(/[\u0000-\u001f\u007f]|[\ud800-\udfff](?![\udc00-\udfff])/);
});

const good = `"name":"A","categoryId":1`;
// The grammar of JSON is tested in lib/http/json.test.ts.
test.for<[what: string, body: string | Uint8Array]>([
  ["cut off", `{${good}`],
  ["20,000 arrays deep", "[".repeat(20_000) + "]".repeat(20_000)],
  ["invalid UTF-8", bytes(`{"name":"`, [0xc3, 0x28], `","categoryId":1}`)],
  ["a surrogate in UTF-8", bytes(`{"name":"A`, [0xed, 0xa0, 0x80], `","categoryId":1}`)],
  ["UTF-16", Buffer.from(`{${good}}`, "utf16le")],
])("the body is no JSON object: %s: 400", async ([, body]) => {
  expectError(await post(body), 400, "bad_request", /^body must be /);
});
