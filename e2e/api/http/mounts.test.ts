import { beforeAll, expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { type Answer, alsoOnNext, suiteService } from "../support/service";

const direct = suiteService();
const next = alsoOnNext(direct);

beforeAll(async () => {
  // The clock is stopped, because some messages say how many seconds to wait.
  const start = Date.now();
  setClock(() => start);
  for (let count = 0; count < 3; count++) await direct.call("POST /v1/pets", { body: PET });
});

/**
 * Leaves out what may differ: the time, the request id, what is left of the limits, how the body is framed, the id of a
 * new animal, and what Next.js adds to every Vary for its pages.
 */
function comparable({ status, headers, text }: Answer) {
  const {
    date: _date,
    "x-request-id": _id,
    "content-length": _length,
    "transfer-encoding": _coding,
    ...rest
  } = headers;
  rest.vary = rest.vary?.replace(/^rsc(, next-router-[\w-]+)*, /, "");
  const counted = ["x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit", "retry-after"];
  const same = Object.entries(rest).map(([name, value]) => [name, counted.includes(name) ? "counted" : value]);
  const all = JSON.stringify({ status, headers: Object.fromEntries(same.sort()), text });
  return JSON.parse(
    status === 201 ? all.replace(/\\"id\\":\d+|pets?[/-]\d+/g, "ID") : all.replace(/127\.0\.0\.1:\d+/g, "HOST"),
  );
}

const PET = `{"name":"Biscuit","categoryId":1}`;
const CASES: [target: string, status: number, call?: Parameters<typeof direct.call>[1]][] = [
  ["GET /v1/pets?limit=2&status=available&x=%20%22y", 200],
  ["GET /v1/pets", 200, { headers: { "accept-encoding": "gzip, br", origin: "https://shop.example" } }],
  ["POST /v1/pets", 201, { body: PET }],
  ["OPTIONS /v1/pets/1", 204],
  ["POST /v1/pets/1/photos", 415, { body: "no photo", headers: { "content-type": "image/png" } }],
  ["GET /v1/pets", 401, { key: null }],
  ["PATCH /v1/pets/1", 412, { body: `{"name":"A"}`, headers: { "if-match": '"9"' } }],
  ["POST /v1/pets", 413, { body: "x".repeat(70_000) }],
];

test.each(CASES)("%s gets the same response on both mounts: %i", async (target, status, call) => {
  const expected = await direct.call(target, call);
  expect(expected).toMatchObject({ status });
  expect(comparable(await next.call(target, call))).toEqual(comparable(expected));
});
