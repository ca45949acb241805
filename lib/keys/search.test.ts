import { expect, test } from "vitest";
import { isMatch } from "../values/text-match";
import { displayPrefix, generateKey } from "./format";
import type { KeySummary } from "./schema";
import { keyTexts, withoutSecret } from "./search";

test("a key is found by its secret, of which the search keeps only the beginning", () => {
  const secret = generateKey();
  const key = { name: "Website", prefix: displayPrefix(secret), state: "suspended", plan: "pro" } as KeySummary;
  expect(withoutSecret(` ${secret}\n`).trim()).toBe(displayPrefix(secret));
  expect(isMatch(withoutSecret(secret), keyTexts(key))).toBe(true);
  expect(isMatch("web banned", keyTexts(key))).toBe(true);
  expect(isMatch(withoutSecret(`${displayPrefix(secret)}x`).replace(/.$/, "_"), keyTexts(key))).toBe(false);
});
