import { beforeEach, expect, test } from "vitest";
import { setClock } from "../process/clock";
import { parseEnv } from "../process/env";
import { setSettings } from "../process/settings";
import { DAY_MS } from "../values/time";
import {
  animalSubject,
  applicationLimits,
  formToken,
  isPlausible,
  isUnusual,
  receiptLimits,
  receiptSubject,
} from "./limits";

let time = 0;
beforeEach(() => {
  time = Date.UTC(2026, 10, 21);
  setClock(() => time);
  setSettings(parseEnv({ AUTH_SECRET: "0".repeat(64), RECEIPTS_PER_HOUR: "7" }));
});

test.each([
  ["ada@home.example", "ADA+cats@Home.example", true],
  ["ada@home.example", "ad.a@home.example", false],
  ["ada@gmail.com", "A.d.a+1@googlemail.com", true],
  ["ada@gmail.com", "ada@mail.com", false],
  ["ada@gmail.com", "eve@gmail.com", false],
  ["+ada@home.example", "+eve@home.example", false],
])("%s and %s are one mailbox: %s", (one, other, isSame) => {
  expect(receiptSubject(one) === receiptSubject(other)).toBe(isSame);
});

test("applications are counted by their IP address, and by their mailbox together with it", () => {
  const limits = applicationLimits("ada@home.example", "192.0.2.1");
  expect(limits).toMatchObject([
    { by: "address", subject: expect.stringMatching(/^apply:address:[\w-]{22}$/), limit: 20, windowSeconds: 3_600 },
    { by: "mailbox", subject: expect.stringMatching(/^apply:mailbox:[\w-]{22}$/), limit: 20, windowSeconds: 86_400 },
  ]);
  const [, elsewhere] = applicationLimits("ada@home.example", "192.0.2.2");
  const [, other] = applicationLimits("eve@home.example", "192.0.2.1");
  expect(new Set([limits[1], elsewhere, other].map((limit) => limit?.subject)).size).toBe(3);
  expect(applicationLimits("ada@home.example", "2001:db8::1").map(({ by, limit }) => [by, limit])).toEqual([
    ...[20, 80, 320].map((limit) => ["address", limit]),
    ["mailbox", 20],
  ]);
  expect(applicationLimits("ada@home.example", "unknown")).toEqual([]);
  expect([isUnusual(5, 20), isUnusual(6, 20), animalSubject(7n)]).toEqual([false, true, "apply:pet:7"]);
});

test("few receipts go to one mailbox, and to all together", () => {
  expect(receiptLimits("ada@home.example")).toEqual([
    { subject: receiptSubject("ada@home.example"), limit: 5, windowSeconds: 86_400 },
    { subject: "apply:receipts", limit: 7, windowSeconds: 3_600 },
  ]);
  expect(receiptSubject("ada@home.example")).toMatch(/^apply:receipt:[\w-]{22}$/);
});

test.each([
  [2_999, false],
  [3_000, true],
  [DAY_MS, true],
  [DAY_MS + 1, false],
])("a form that comes back after %i ms is plausible: %s", (ms, expected) => {
  const token = formToken();
  time += ms;
  expect(isPlausible(token)).toBe(expected);
  const [made, signature] = token.split(".");
  const signed = [`${Number(made) + 1}.${signature}`, `${made}.${"a".repeat(43)}`];
  for (const forged of [undefined, "", `${made}.`, `x${token}`, `${token}x`, ...signed])
    expect(isPlausible(forged)).toBe(false);
});
