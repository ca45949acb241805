import { expect, test } from "vitest";
import { isMatch } from "../values/search";
import { displayPrefix, generateKey } from "./format";
import type { KeySummary } from "./schema";
import { keyTexts, pathToTry, withoutSecret } from "./words";

test("every key has something to try, except one that may only change things", () => {
  expect(pathToTry(["pets:read", "pets:write"])).toBe("/v1/pets?limit=3");
  expect(pathToTry(["orders:write", "orders:read"])).toBe("/v1/store/orders?limit=3");
  expect(pathToTry(["orders:write", "history:read"])).toBe("/v1/pets/removed?limit=3");
  expect(pathToTry(["pets:write", "orders:write"])).toBeNull();
});

test("a key is found by its secret, of which the search keeps only the beginning", () => {
  const secret = generateKey();
  const key = { name: "Website", prefix: displayPrefix(secret), state: "suspended", plan: "pro" } as KeySummary;
  expect(withoutSecret(` ${secret}\n`).trim()).toBe(displayPrefix(secret));
  expect(isMatch(withoutSecret(secret), keyTexts(key))).toBe(true);
  expect(isMatch("web banned", keyTexts(key))).toBe(true);
  expect(isMatch(withoutSecret(`${displayPrefix(secret)}x`).replace(/.$/, "_"), keyTexts(key))).toBe(false);
});
