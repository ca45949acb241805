import { expect, test } from "vitest";
import { isFound } from "../find";
import { keyTexts, withoutSecret } from "./find";
import { displayPrefix, generateKey } from "./format";
import type { KeySummary } from "./schema";

test("a key is found by its secret, of which the search keeps only the beginning", () => {
  const secret = generateKey();
  const key = { name: "Website", prefix: displayPrefix(secret), state: "suspended", plan: "pro" } as KeySummary;
  expect(withoutSecret(` ${secret}\n`).trim()).toBe(displayPrefix(secret));
  expect(isFound(withoutSecret(secret), keyTexts(key))).toBe(true);
  expect(isFound("web banned", keyTexts(key))).toBe(true);
  expect(isFound(withoutSecret(`${displayPrefix(secret)}x`).replace(/.$/, "_"), keyTexts(key))).toBe(false);
});
