import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayPrefix, generateKey, hashKey, isWellFormedKey } from "./format";
import { NewKey } from "./schema";

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

describe("NewKey", () => {
  test("only enterprise accepts limits of its own, and it needs both", () => {
    const accepts = (more: object) => NewKey.safeParse({ name: "A", ...more }).success;
    expect(accepts({})).toBe(true);
    expect(accepts({ perMinute: 1, perDay: 1 })).toBe(false);
    expect(accepts({ plan: "enterprise" })).toBe(false);
    expect(accepts({ plan: "enterprise", perMinute: 1, perDay: 1 })).toBe(true);
    expect(accepts({ plan: "enterprise", perMinute: 0, perDay: 1 })).toBe(false);
    expect(accepts({ scopes: [] })).toBe(false);
    expect(accepts({ scopes: ["pets:all"] })).toBe(false);
    expect(accepts({ name: " " })).toBe(false);
    expect(accepts({ expiresAt: new Date(0) })).toBe(false);
  });
});
