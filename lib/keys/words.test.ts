import { expect, test } from "vitest";
import { isMatch } from "../values/search";
import { displayPrefix, generateKey } from "./format";
import type { KeySummary } from "./schema";
import { expiryWords, keysHeadline, keyTexts, pathToTry, permissionWords, usedWords, withoutSecret } from "./words";

test("keysHeadline counts keys and those that can be used, and says when the list is cut", () => {
  const [active, revoked] = [{ state: "active" }, { state: "revoked" }] as const;
  expect(keysHeadline([active])).toBe("1 key");
  expect(keysHeadline([active, { state: "suspended" }])).toBe("2 keys");
  expect(keysHeadline([active, revoked])).toBe("2 keys, of which 1 can be used");
  expect(keysHeadline(Array(1_000).fill(active))).toBe("The newest 1,000 keys");
});

test("usedWords counts the requests of the last seven days, refused ones too", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const day = (requests: number, refused = 0) => ({ day: "2026-11-01", requests, refused, deprecated: 0 });
  const used = (...usage: ReturnType<typeof day>[]) => usedWords({ usage, lastUsedAt: "2026-11-23T09:00:00Z" }, now);
  expect(usedWords({ usage: [day(0)], lastUsedAt: null }, now)).toBe("No program has used this key yet.");
  expect(used(day(0))).toBe("It was last used 3 hours ago, with no requests in the last 7 days.");
  expect(used(day(1))).toBe("It was last used 3 hours ago, with 1 request in the last 7 days.");
  const week = Array.from({ length: 7 }, () => day(200, 1));
  expect(used(day(9_000), ...week)).toBe("It was last used 3 hours ago, with 1,407 requests in the last 7 days.");
});

test.each([
  [["pets:read", "pets:write"], "Animals"],
  [["pets:read", "orders:read"], "Animals (read only), adoptions (read only)"],
  [["pets:read", "pets:write", "orders:write"], "Animals, adoptions (write only)"],
  [[], "No permissions"],
] as const)("the permissions %j are “%s”", (scopes, words) => {
  expect(permissionWords([...scopes])).toBe(words);
});

test("a key says when it expires", () => {
  expect(expiryWords({ expiresAt: null, state: "active" })).toBe("never expires");
  expect(expiryWords({ expiresAt: "2030-12-05T12:00:00Z", state: "active" })).toBe("expires 5 Dec 2030");
  expect(expiryWords({ expiresAt: "2020-12-05T12:00:00Z", state: "expired" })).toBe("expired 5 Dec 2020");
});

test("every key has something to try, except one that may only change adoptions", () => {
  expect(pathToTry(["pets:read", "pets:write"])).toBe("/v1/pets?limit=3");
  expect(pathToTry(["orders:write", "orders:read"])).toBe("/v1/store/orders?limit=3");
  expect(pathToTry(["pets:write", "orders:write"])).toBe("/v1/pets/removed?limit=3");
  expect(pathToTry(["orders:write"])).toBeNull();
});

test("a key is found by its secret, of which the search keeps only the beginning", () => {
  const secret = generateKey();
  const key = { name: "Website", prefix: displayPrefix(secret), state: "suspended", plan: "pro" } as KeySummary;
  expect(withoutSecret(` ${secret}\n`).trim()).toBe(displayPrefix(secret));
  expect(isMatch(withoutSecret(secret), keyTexts(key))).toBe(true);
  expect(isMatch("web banned", keyTexts(key))).toBe(true);
  expect(isMatch(withoutSecret(`${displayPrefix(secret)}x`).replace(/.$/, "_"), keyTexts(key))).toBe(false);
});
