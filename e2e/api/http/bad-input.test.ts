import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../support/answers";
import { type Call, suiteService } from "../support/service";

const service = suiteService();
let before = 0;

beforeEach(async () => {
  before = await service.count();
});
afterEach(async () => {
  expect(await service.count(), "nothing is stored").toBe(before);
});

const post = (body: string | Uint8Array, call: Call = {}) => service.call("POST /v1/pets", { body, ...call });
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

describe("POST /v1/pets – an invalid field", () => {
  const NAME = "name must be 1 to 255 characters long, not only white space";
  const INT64 = "categoryId must be a whole number from -9223372036854775808 to 9223372036854775807";
  const STATUS = "status must be one of available, pending, sold";
  const named = (name: string) => `{"name":${name},"categoryId":1}`;
  const inCategory = (id: string) => `{"name":"A","categoryId":${id}}`;
  const withStatus = (status: string) => `{"name":"A","categoryId":1,"status":${status}}`;

  const cases: [what: string, body: string, message: string][] = [
    ["name is absent", `{"categoryId":1}`, "name is required"],
    ["name is null", named("null"), "name must be a string"],
    ["name is a number", named("1"), "name must be a string"],
    ["name is an array", named(`["A"]`), "name must be a string"],
    ["name is an object", named("{}"), "name must be a string"],
    ["name is empty", named(`""`), NAME],
    ["name is blank", named(`"   "`), NAME],
    ["name is Unicode white space", named(`"\u00a0\u2003\u3000\u2028"`), NAME],
    ["name has 256 characters", named(`"${"x".repeat(256)}"`), NAME],
    ["name has 256 characters outside of the BMP", named(`"${"🐕".repeat(256)}"`), NAME],
    ["name has 60,000 characters", named(`"${"x".repeat(60_000)}"`), NAME],
    ["name has a NUL", named(`"A\\u0000"`), "name must not contain control characters"],
    ["name has a bell", named(`"A\\u0007"`), "name must not contain control characters"],
    ["name has a line feed", named(`"A\\nB"`), "name must not contain control characters"],
    ["name has a DEL", named(`"A\\u007f"`), "name must not contain control characters"],
    ["name has a C1 control", named(`"A\\u0085"`), "name must not contain control characters"],
    ["name has a lone high surrogate", named(`"A\\ud800"`), "name must be well-formed Unicode"],
    ["name has a lone low surrogate", named(`"\\udc36A"`), "name must be well-formed Unicode"],
    ["name has surrogates in the wrong order", named(`"\\udc36\\ud83d"`), "name must be well-formed Unicode"],
    ["categoryId is absent", `{"name":"A"}`, "categoryId is required"],
    ["categoryId is 2^63", inCategory("9223372036854775808"), INT64],
    ["categoryId is -2^63-1", inCategory("-9223372036854775809"), INT64],
    ["categoryId is 10^20", inCategory("100000000000000000000"), INT64],
    ["categoryId is 1e400", inCategory("1e400"), INT64],
    ["categoryId is -1e400", inCategory("-1e400"), INT64],
    ["categoryId is 1e99999999999999999999", inCategory("1e99999999999999999999"), INT64],
    ["categoryId is 1e-400", inCategory("1e-400"), INT64],
    ["categoryId is 1.5", inCategory("1.5"), INT64],
    ["categoryId is 9223372036854775807.5", inCategory("9223372036854775807.5"), INT64],
    ["categoryId has 50,000 digits", inCategory("9".repeat(50_000)), INT64],
    ["categoryId is a string", inCategory(`"1"`), INT64],
    ["categoryId is null", inCategory("null"), INT64],
    ["categoryId is true", inCategory("true"), INT64],
    ["categoryId is an array", inCategory("[1]"), INT64],
    ["categoryId is an object", inCategory("{}"), INT64],
    ["status is unknown", withStatus(`"adopted"`), STATUS],
    ["status is in capitals", withStatus(`"SOLD"`), STATUS],
    ["status is empty", withStatus(`""`), STATUS],
    ["status is null", withStatus("null"), STATUS],
    ["status is a number", withStatus("1"), STATUS],
    ["status is __proto__", withStatus(`"__proto__"`), STATUS],
    ["id is sent", `{"id":1,"name":"A","categoryId":1}`, "id is not a known field"],
    ["a field is mistyped", `{"name":"A","categoryId":1,"statuss":"sold"}`, "statuss is not a known field"],
    ["a field is in capitals", `{"Name":"A","name":"A","categoryId":1}`, "Name is not a known field"],
    ["__proto__ is sent", `{"__proto__":{"name":"A"},"name":"A","categoryId":1}`, "__proto__ is not a known field"],
    ["only __proto__ is sent", `{"__proto__":{"name":"A","categoryId":1}}`, "__proto__ is not a known field"],
    ["constructor is sent", `{"constructor":1,"name":"A","categoryId":1}`, "constructor is not a known field"],
    ["toString is sent", `{"toString":1,"name":"A","categoryId":1}`, "toString is not a known field"],
  ];
  for (const [what, body, message] of cases) {
    test(`${what}: 400`, async () => {
      expectError(await post(body), 400, "bad_request", message);
    });
  }

  test("several invalid fields are all named", async () => {
    const message = expectError(await post(`{"categoryId":"1","status":"x","colour":1}`), 400, "bad_request");
    for (const part of ["name is required", "categoryId must be", "status must be", "colour is not a known field"]) {
      expect(message).toContain(part);
    }
  });

  test("a thousand unknown fields, one with a hostile name, get a short and printable message", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `"field${n}":1`).join(",");
    expect(expectError(await post(`{${many}}`), 400, "bad_request").length).toBeLessThan(500);
    const hostile = `{"name":"A","categoryId":1,"\\u0000\\u001b[31m\\ud800${"x".repeat(10_000)}":1}`;
    const message = expectError(await post(hostile), 400, "bad_request", / is not a known field$/);
    expect(message.length).toBeLessThan(500);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that there are none.
    expect(message).not.toMatch(/[\u0000-\u001f\u007f]|[\ud800-\udfff](?![\udc00-\udfff])/);
  });
});

describe("POST /v1/pets – the body is not a JSON object", () => {
  const good = `"name":"A","categoryId":1`;
  const cases: [what: string, body: string | Uint8Array][] = [
    ["empty", ""],
    ["white space", " \n\t "],
    ["null", "null"],
    ["an array", `[{${good}}]`],
    ["an empty array", "[]"],
    ["a string", `"name"`],
    ["a number", "1"],
    ["true", "true"],
    ["cut off", `{${good}`],
    ["an open string", `{"name":"A`],
    ["a trailing comma", `{${good},}`],
    ["two values", `{${good}}{${good}}`],
    ["text behind it", `{${good}} x`],
    ["single quotes", `{'name':'A','categoryId':1}`],
    ["no quotes", `{name:"A",categoryId:1}`],
    ["a comment", `{${good}/* */}`],
    ["NaN", `{"name":"A","categoryId":NaN}`],
    ["Infinity", `{"name":"A","categoryId":Infinity}`],
    ["a leading zero", `{"name":"A","categoryId":01}`],
    ["a leading plus", `{"name":"A","categoryId":+1}`],
    ["a hexadecimal number", `{"name":"A","categoryId":0x1}`],
    ["a bare fraction", `{"name":"A","categoryId":.5}`],
    ["a raw line feed in a string", `{"name":"A\nB","categoryId":1}`],
    ["a raw NUL in a string", `{"name":"A\0","categoryId":1}`],
    ["a NUL behind it", `{${good}}\0`],
    ["a bad escape", `{"name":"\\x41","categoryId":1}`],
    ["a short escape", `{"name":"\\u41","categoryId":1}`],
    ["a form", "name=A&categoryId=1"],
    ["a repeated key", `{${good},"name":"B"}`],
    ["a repeated key, once as an escape", `{${good},"n\\u0061me":"B"}`],
    ["a repeated __proto__", `{"__proto__":1,"__proto__":2,${good}}`],
    ["20,000 arrays deep", "[".repeat(20_000) + "]".repeat(20_000)],
    ["20,000 arrays deep, never closed", "[".repeat(20_000)],
    ["10,000 objects deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["20,000 arrays deep in a field", `{${good},"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["invalid UTF-8", bytes(`{"name":"`, [0xc3, 0x28], `","categoryId":1}`)],
    ["a lone continuation byte", bytes(`{"name":"A`, [0x80], `","categoryId":1}`)],
    ["an overlong NUL", bytes(`{"name":"A`, [0xc0, 0x80], `","categoryId":1}`)],
    ["a surrogate in UTF-8", bytes(`{"name":"A`, [0xed, 0xa0, 0x80], `","categoryId":1}`)],
    ["a code point above U+10FFFF", bytes(`{"name":"A`, [0xf4, 0x90, 0x80, 0x80], `","categoryId":1}`)],
    ["UTF-16", Buffer.from(`{${good}}`, "utf16le")],
  ];
  for (const [what, body] of cases) {
    test(`${what}: 400`, async () => {
      expectError(await post(body), 400, "bad_request", /^body must be /);
    });
  }

  test("no body: 400", async () => {
    const answer = await service.call("POST /v1/pets", { headers: { "content-type": "application/json" } });
    expectError(answer, 400, "bad_request", "body must be ");
  });
});

describe("POST /v1/pets – wrong media type", () => {
  const body = `{"name":"A","categoryId":1}`;
  for (const type of [
    ...["", "text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded", "application/jsonx"],
    ...["application/vnd.api+json", "multipart/form-data; boundary=x", "application/json; charset=utf-16", ";", "json"],
  ]) {
    test(`Content-Type is "${type}"`, async () => {
      const answer = await post(body, { headers: { "content-type": type } });
      expectError(answer, 415, "unsupported_media_type", "Content-Type must be application/json");
    });
  }

  test("Content-Encoding is gzip", async () => {
    const answer = await post(body, { headers: { "content-encoding": "gzip" } });
    expectError(answer, 415, "unsupported_media_type", "Content-Encoding must ");
  });
});

describe("POST /v1/pets – body too large", () => {
  const good = `{"name":"A","categoryId":1}`;
  const message = "body must have at most 65536 bytes";

  test("one byte above 64 KiB", async () => {
    expectError(await post(good.padEnd(65_537)), 413, "payload_too_large", message);
  });

  test("one byte above 64 KiB, chunked", async () => {
    const headers = { "transfer-encoding": "chunked" };
    expectError(await post(good.padEnd(65_537), { headers }), 413, "payload_too_large", message);
  });

  test("10 MB", async () => {
    expectError(await post(Buffer.alloc(10_000_000, "x")), 413, "payload_too_large", message);
  });

  test("10 MB, chunked", async () => {
    const headers = { "transfer-encoding": "chunked" };
    expectError(await post(Buffer.alloc(10_000_000, "x"), { headers }), 413, "payload_too_large", message);
  });

  test("10 MB without a key is refused before it is read", async () => {
    expectError(await post(Buffer.alloc(10_000_000, "x"), { key: null }), 401, "unauthorized");
  });
});
