import { beforeAll, expect, test } from "vitest";
import { type Call, newPerson, suiteService } from "../support/service";

// Whatever is sent, the time from the socket to the answer is linear in its length.
const service = suiteService();

let admin = "";
beforeAll(async () => {
  admin = (await newPerson("admin")).token;
});

/** Characters of the shorter input. The longer one fits into the 16 KiB of a request's head. */
const SIZE = 3_500;

const json = (body: string): Call => ({ body });
const named = (name: string) => json(`{"name":"${name}","categoryId":1}`);
const inCategory = (id: string) => json(`{"name":"A","categoryId":${id}}`);
const withHeader = (name: string, value: string): Call => ({ headers: { [name]: value } });
const list = (text: string) => `GET /v1/pets?${text}`;
/** `text` repeated to a length of `size` characters. */
const fill = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);

const HOSTILE: [what: string, target: string | ((size: number) => string), call: (size: number) => Call][] = [
  ["zeros between two digits", "POST /v1/pets", (size) => inCategory(`1${fill("0", size)}1`)],
  ["zeros and an exponent", "POST /v1/pets", (size) => inCategory(`1${fill("0", size)}e-${size}`)],
  ["many numbers", "POST /v1/pets", (size) => inCategory(`[${fill("10.0,", size)}1]`)],
  ["white space", "POST /v1/pets", (size) => inCategory(fill(" \n", size))],
  ["an open string", "POST /v1/pets", (size) => json(`{"name":"${fill("a", size)}`)],
  ["a name of white space and a letter", "POST /v1/pets", (size) => named(`${fill("\u3000", size / 3)}a`)],
  ["open arrays", "POST /v1/pets", (size) => json(fill("[", size))],
  ["unknown fields", "POST /v1/pets", (size) => json(`{${numbered(size / 8, (n) => `"k${n}":1`)}}`)],
  ["a long repeated field", "POST /v1/pets", (size) => json(`{"${fill("k", size)}":1,"${fill("k", size)}":1}`)],
  ["spaces in the charset", "POST /v1/pets", (size) => mediaType(`charset=${fill(" ", size)}x y`)],
  ["quotes in an Idempotency-Key", "POST /v1/pets", (size) => keyed(`"${fill('\\"', size)}x`)],
  ["spaces around an e-mail address", "POST /v1/people", (size) => person(`${fill(" ", size)}a${fill(" ", size)}`)],
  ["an e-mail address of many labels", "POST /v1/people", (size) => person(`a@${fill("a-a.", size)}`)],
  ["a date of many digits", "POST /v1/keys", (size) => expiry(`2030-01-31T00:00:00.${fill("0", size)}x`)],
  ["many parameters", (size) => list(fill("limit=1&status=sold&", size)), () => ({})],
  ["many unknown parameters", (size) => list(numbered(size / 6, (n) => `k${n}=1`, "&")), () => ({})],
  ["percent signs", (size) => list(`cursor=${fill("%2", size)}`), () => ({})],
  ["a path of slashes", (size) => `GET /v1/${fill("/", size)}`, () => ({})],
  ["a Host of digits", list(""), (size) => withHeader("host", `a:${fill("1", size)}`)],
  ["spaces in Authorization", list(""), (size) => withHeader("authorization", `Bearer${fill(" ", size)}a a`)],
  ["a chain of proxies", list(""), (size) => withHeader("x-forwarded-for", fill("1.1.1.1, ,", size))],
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

test.each(HOSTILE)("the time is linear: %s", async (_what, target, call) => {
  const growth = await growthOf(SIZE, async (size) => {
    const { status } = await service.call(typeof target === "string" ? target : target(size), call(size));
    expect(status).toBeLessThan(500);
  });
  expect(growth).toBeLessThan(LINEAR);
});

const TRIES = 5;

/**
 * Returns how many times as long a task takes for an input that is four times as long: about 4 if the time is linear,
 * and 16 if it is quadratic. Compares the fastest of several tries, because other work only makes them slower.
 */
async function growthOf(size: number, task: (size: number) => unknown): Promise<number> {
  const fastest = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  const time = async (length: "short" | "long") => {
    const start = performance.now();
    await task(length === "long" ? 4 * size : size);
    fastest[length] = Math.min(fastest[length], performance.now() - start);
  };
  for (let tries = 0; tries < TRIES; tries++) {
    await time("short");
    await time("long");
  }
  return fastest.long / fastest.short;
}

/** More than a linear task grows on a busy machine, and less than a quadratic one. */
const LINEAR = 8;
