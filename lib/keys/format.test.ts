import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayPrefix, generateKey, hashKey, isWellFormedKey } from "./format";

describe("the format of a key", () => {
  test("a key is a prefix, at least 160 random bits in base62 and a checksum, and unique", () => {
    const keys = Array.from({ length: 200 }, generateKey);
    for (const key of keys) {
      expect(key).toMatch(/^pet_live_[0-9A-Za-z]{33,}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(200);
  });

  test("property: the checksum detects one changed character", () => {
    const position = fc.nat(33);
    fc.assert(
      fc.property(position, fc.constantFrom(..."0aZ9x"), (at, char) => {
        const key = generateKey();
        const index = "pet_live_".length + at;
        const changed = key.slice(0, index) + char + key.slice(index + 1);
        expect(isWellFormedKey(changed)).toBe(changed === key);
      }),
    );
  });

  test("only a small part of a key is displayed", () => {
    const key = generateKey();
    expect(key.startsWith(displayPrefix(key))).toBe(true);
    expect(displayPrefix(key).length).toBeLessThan(20);
    expect(hashKey(key)).toHaveLength(32);
  });
});
