import { beforeAll, expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { growthOf } from "@/lib/testing/work";
import { type Call, newPerson, suiteService } from "../support/service";

// Whatever is sent, the work from the socket to the handler is linear in its length. Each input is sent in three sizes.
// The work is counted, not timed.
const service = suiteService();

let admin = "";
beforeAll(async () => {
  // The clock is stopped, so that no key has to be looked up again while work is counted.
  const start = Date.now();
  setClock(() => start);
  admin = (await newPerson("admin")).token;
});

/** Characters of the smallest size. The largest fits into the 16 KiB of a request's head. */
const SIZE = 1_500;

const json = (body: string): Call => ({ body });
const named = (name: string) => json(`{"name":"${name}","categoryId":1}`);
const inCategory = (id: string) => json(`{"name":"A","categoryId":${id}}`);
const withHeader = (name: string, value: string): Call => ({ headers: { [name]: value } });
const list = (text: string) => `GET /v1/pets?${text}`;
/** `text` repeated to a length of `size` characters. */
const fill = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);

const HOSTILE: [what: string, target: string | ((size: number) => string), call: (size: number) => Call][] = [
  ["zeros between two digits", "POST /v1/pets", (size) => inCategory(`1${fill("0", size)}1`)],
  ["zeros after the point, then a digit", "POST /v1/pets", (size) => inCategory(`1.${fill("0", size)}1`)],
  ["zeros and ones", "POST /v1/pets", (size) => inCategory(`1${fill("01", size)}1`)],
  ["zeros and an exponent", "POST /v1/pets", (size) => inCategory(`1${fill("0", size)}e-${size}`)],
  ["an exponent of many digits", "POST /v1/pets", (size) => inCategory(`1e${fill("9", size)}`)],
  ["many digits", "POST /v1/pets", (size) => inCategory(fill("9", size))],
  ["many numbers", "POST /v1/pets", (size) => inCategory(`[${fill("10.0,", size)}1]`)],
  ["white space", "POST /v1/pets", (size) => inCategory(fill(" \n", size))],
  ["an open string", "POST /v1/pets", (size) => json(`{"name":"${fill("a", size)}`)],
  ["an open string of escapes", "POST /v1/pets", (size) => json(`{"name":"${fill("\\n", size)}`)],
  ["a string of backslashes", "POST /v1/pets", (size) => named(fill("\\\\", size))],
  ["a name of white space", "POST /v1/pets", (size) => named(fill(" ", size))],
  ["a name of white space and a letter", "POST /v1/pets", (size) => named(`${fill("\u3000", size / 3)}a`)],
  ["a name of surrogate pairs", "POST /v1/pets", (size) => named(fill("🐕", size))],
  ["open arrays", "POST /v1/pets", (size) => json(fill("[", size))],
  ["arrays side by side", "POST /v1/pets", (size) => inCategory(`[${fill("[],", size)}[]]`)],
  ["unknown fields", "POST /v1/pets", (size) => json(`{${numbered(size / 8, (n) => `"k${n}":1`)}}`)],
  ["objects of unknown fields", "POST /v1/pets", (size) => inCategory(`[${fill('{"a":1,"b":2},', size)}1]`)],
  ["a long unknown field", "POST /v1/pets", (size) => json(`{"${fill("\\n", size)}":1}`)],
  ["a long repeated field", "POST /v1/pets", (size) => json(`{"${fill("k", size)}":1,"${fill("k", size)}":1}`)],
  ["spaces in the charset", "POST /v1/pets", (size) => mediaType(`charset=${fill(" ", size)}x y`)],
  ["spaces before the charset", "POST /v1/pets", (size) => mediaType(`${fill(" ", size)}charset${fill(" ", size)}x`)],
  ["many parameters of the media type", "POST /v1/pets", (size) => mediaType(fill("charset=;", size))],
  ["quotes in an Idempotency-Key", "POST /v1/pets", (size) => keyed(`"${fill('\\"', size)}x`)],
  ["a long Idempotency-Key", "POST /v1/pets", (size) => keyed(`"${fill("x", size)}`)],
  ["spaces around an e-mail address", "POST /v1/people", (size) => person(`${fill(" ", size)}a${fill(" ", size)}`)],
  ["an e-mail address without an at sign", "POST /v1/people", (size) => person(fill("a.", size))],
  ["an e-mail address of many labels", "POST /v1/people", (size) => person(`a@${fill("a-a.", size)}`)],
  ["a date of many digits", "POST /v1/keys", (size) => expiry(`2030-01-31T00:00:00.${fill("0", size)}x`)],
  ["a date of many digits that is one", "POST /v1/keys", (size) => expiry(`2030-01-31T00:00:00.${fill("0", size)}Z`)],
  ["scopes", "POST /v1/keys", (size) => asAdmin(`{"name":"A","scopes":[${fill('"x",', size)}"x"]}`)],
  ["many parameters", (size) => list(fill("limit=1&status=sold&", size)), () => ({})],
  ["many unknown parameters", (size) => list(numbered(size / 6, (n) => `k${n}=1`, "&")), () => ({})],
  ["parameters without a value", (size) => list(fill("a&", size)), () => ({})],
  ["parameters that are escaped", (size) => list(fill("%61=%62&", size)), () => ({})],
  ["percent signs", (size) => list(`cursor=${fill("%2", size)}`), () => ({})],
  ["a long limit", (size) => list(`limit=${fill("1", size)}x`), () => ({})],
  ["a long cursor", (size) => list(`cursor=${fill("A", size)}`), () => ({})],
  ["a long id", (size) => `GET /v1/pets/${fill("1", size)}`, () => ({})],
  ["a path of slashes", (size) => `GET /v1/${fill("/", size)}`, () => ({})],
  ["a path of percent signs", (size) => `GET /v1/pets/${fill("%25", size)}`, () => ({})],
  ["a long host in the target", (size) => `GET http://${fill("a.", size)}/v1/pets`, () => ({})],
  ["a long Host", list(""), (size) => withHeader("host", fill("a.", size))],
  ["a Host of digits", list(""), (size) => withHeader("host", `a:${fill("1", size)}`)],
  ["spaces in Authorization", list(""), (size) => withHeader("authorization", `Bearer${fill(" ", size)}a a`)],
  ["a long credential", list(""), (size) => withHeader("authorization", `Bearer web_${fill("a.", size)}`)],
  ["a chain of proxies", list(""), (size) => withHeader("x-forwarded-for", fill("1.1.1.1, ,", size))],
  ["a long request id", list(""), (size) => withHeader("x-request-id", fill("x", size))],
];

function numbered(count: number, part: (index: number) => string, separator = ","): string {
  return Array.from({ length: Math.floor(count) }, (_, index) => part(index)).join(separator);
}

function asAdmin(body: string): Call {
  return { body, key: admin };
}

const person = (email: string) => asAdmin(JSON.stringify({ email }));
const expiry = (expiresAt: string) => asAdmin(JSON.stringify({ name: "A", expiresAt }));

function mediaType(parameters: string): Call {
  return { ...named("A"), headers: { "content-type": `application/json;${parameters}` } };
}

function keyed(key: string): Call {
  return { ...named("A"), headers: { "idempotency-key": key } };
}

test.each(HOSTILE)("the work is linear: %s", async (_what, target, call) => {
  const growth = await growthOf(SIZE, async (size) => {
    const { status } = await service.call(typeof target === "string" ? target : target(size), call(size));
    expect(status).toBeLessThan(500);
  });
  expect(growth).toBeLessThan(2.5);
});
