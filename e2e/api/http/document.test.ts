import { expect, test } from "vitest";
import { departures, requireDocumentedOnWire } from "@/e2e/testing/document";

type Answer = Parameters<typeof departures>[1];

// Tests the check that every other suite uses: whether an answer is as the OpenAPI document describes it.
const LIMITS = {
  "x-request-id": "a",
  "x-ratelimit-limit": "60",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": "1795262460",
  "ratelimit-policy": '"minute";q=60;w=60, "day";q=1000;w=86400',
  ratelimit: '"minute";r=0;t=31, "day";r=941;t=41791',
  "content-type": "application/json",
};
const makeAnswer = (status: number, body: object | string, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers: { ...LIMITS, ...headers },
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const refusal = (status: number, code: string, headers: Answer["headers"] = {}) =>
  makeAnswer(status, { code, message: "No", status }, headers);
const pet = { id: 1, name: "A", categoryId: 1, status: "sold" };
const page = { link: '</v1/pets>; rel="first"' };

test.each<[string, Answer]>([
  ["GET http://pets.example/v1/pets?limit=1", makeAnswer(200, [pet], page)],
  ["POST /v1/pets", refusal(401, "unauthorized", { "www-authenticate": "Bearer" })],
  ["GET /v1/nothing", refusal(404, "not_found")],
  ["GET /readyz", makeAnswer(418, "short and stout")],
])("%s is as described", (target, given) => {
  expect(departures(target, given)).toEqual([]);
});

test.each<[what: string, target: string, Answer, RegExp]>([
  ["a status that is not listed", "GET /v1/pets", refusal(409, "conflict"), /listPets does not list 409/],
  ["a code of another operation", "GET /v1/keys/a", refusal(404, "gone"), /the code gone does not belong to 404/],
  ["a member too many", "GET /v1/pets", makeAnswer(200, [{ ...pet, secret: 1 }], page), /must NOT have additional/],
  ["a body with HEAD", "HEAD /v1/pets", makeAnswer(200, [pet], page), /HEAD has a body/],
  ["no Link", "GET /v1/pets", makeAnswer(200, [pet]), /header Link is missing/],
  ["Retry-After of 0", "POST /v1/pets", refusal(429, "rate_limited", { "retry-after": "0" }), /Retry-After.*>= 1/],
  ["a success at an unknown path", "GET /v1/nothing", makeAnswer(200, []), /no operation is here/],
])("%s is not as described", (_what, target, given, complaint) => {
  expect(departures(target, given).join("\n")).toMatch(complaint);
});

test("on a connection, each answer is checked, but for informational and incomplete ones", () => {
  const lines = (status: number, headers: object, body: string) =>
    [`HTTP/1.1 ${status} X`, ...Object.entries(headers).map((pair) => pair.join(": ")), "", body].join("\r\n");
  const onWire = ({ status, headers, text }: Answer) =>
    lines(status, { ...headers, "content-length": Buffer.byteLength(text) }, Buffer.from(text).toString("latin1"));
  const two = "POST /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n{}\nGET /v1/pets HTTP/1.1\r\n\r\n";
  const first = lines(100, {}, "") + onWire(makeAnswer(201, { ...pet, name: "Żofka" }, { location: "/", etag: '"1"' }));
  const good = onWire(makeAnswer(200, [pet], page));
  expect(() => requireDocumentedOnWire(two, first + good)).not.toThrow();
  expect(() => requireDocumentedOnWire(two, first + good.slice(0, -1))).not.toThrow();
  expect(() => requireDocumentedOnWire(two, first + onWire(makeAnswer(200, [pet])))).toThrow("header Link is missing");
});
