import { beforeAll, expect, test } from "vitest";
import { setClock } from "@/lib/process/clock";
import { type Answer, alsoOnNext, newKey, newPerson, suiteService } from "../support/service";

const direct = suiteService();
const next = alsoOnNext(direct);

beforeAll(async () => {
  // The clock is stopped, because some messages say how many seconds to wait.
  const start = Date.now();
  setClock(() => start);
  for (let count = 0; count < 5; count++) await direct.call("POST /v1/pets", { body: PET });
});

/**
 * Leaves out what may differ: the time, the request id, what is left of the limits, how the body is framed, and what
 * Next.js adds to every Vary for its pages.
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
  const port = /127\.0\.0\.1:\d+/g;
  return JSON.parse(JSON.stringify({ status, headers: Object.fromEntries(same.sort()), text }).replace(port, "HOST"));
}

const PET = `{"name":"Biscuit","categoryId":1}`;
const CASES: [target: string, call?: Parameters<typeof direct.call>[1]][] = [
  ["GET /v1/pets"],
  ["GET /v1/pets?limit=2&status=available&x=%20%22y"],
  ["GET /v1/pets?limit=0"],
  ["GET /v1/pets?cursor=nonsense"],
  ["HEAD /v1/pets"],
  ["OPTIONS /v1/pets"],
  ["PUT /v1/pets"],
  ["GET /v1/pets/1"],
  ["HEAD /v1/pets/1"],
  ["OPTIONS /v1/pets/1"],
  ["GET /v1/pets/0"],
  ["GET /v1/pets/%C3%A9"],
  ["PATCH /v1/pets/1", { body: "{}", headers: { "if-match": '"9"' } }],
  ["PATCH /v1/pets/1", { body: "{}" }],
  ["POST /v1/pets/1/photos", { body: "no photo", headers: { "content-type": "image/png" } }],
  ["POST /v1/pets", { body: PET, headers: { "idempotency-key": "".padEnd(300, "k") } }],
  ["PUT /v1/pets/1"],
  ["GET /v1/pets", { key: null }],
  ["GET /v1/pets", { key: "pet_live_x" }],
  ["GET /v1/keys"],
  ["POST /v1/pets", { body: "{" }],
  ["POST /v1/pets", { body: PET, headers: { "content-type": "text/plain" } }],
  ["POST /v1/pets", { body: "x".repeat(70_000) }],
  ["POST /v1/pets", {}],
  ["GET /v1/nothing"],
  ["GET /v1/pets/"],
  ["GET /v1"],
  ["GET /v1/pets", { headers: { "accept-encoding": "gzip, br", origin: "https://shop.example" } }],
];

test.each(CASES)("%s gets the same response on both mounts", async (target, call) => {
  expect(comparable(await next.call(target, call))).toEqual(comparable(await direct.call(target, call)));
});

test("POST /v1/pets gets the same response on both mounts, except for the id", async () => {
  const [one, two] = [
    await direct.call("POST /v1/pets", { body: PET }),
    await next.call("POST /v1/pets", { body: PET }),
  ];
  const withoutId = (answer: Answer) =>
    JSON.parse(JSON.stringify(comparable(answer)).replace(/\\"id\\":\d+|pets\/\d+/g, "ID"));
  expect(one.status).toBe(201);
  expect(withoutId(two)).toEqual(withoutId(one));
});

test("429 and 403 are the same on both mounts", async () => {
  const key = await newKey({ plan: "enterprise", perMinute: 1, perDay: 1, scopes: ["pets:read"] });
  const readOnly = await newKey({ scopes: ["pets:read"] });
  await direct.call("GET /v1/pets", { key });
  for (const [target, call] of [
    ["GET /v1/pets", { key }],
    ["POST /v1/pets", { key: readOnly, body: PET }],
    ["GET /v1/audit", { key: (await newPerson("admin")).token }],
  ] as const) {
    expect(comparable(await next.call(target, call))).toEqual(comparable(await direct.call(target, call)));
  }
});
