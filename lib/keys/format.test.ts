import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayPrefix, generateKey, hasChecksum, hashKey, hasKeyForm } from "./format";

/** Its checksum stays the same, or keys that people have would no longer work. */
const KNOWN = `pet_live_${"0".repeat(28)}3wf5I2`;

describe("the format of a key", () => {
  test("a key is a prefix, 28 random base62 digits, and a checksum", () => {
    const keys = Array.from({ length: 200 }, generateKey);
    expect([KNOWN, ...keys].filter((key) => !hasKeyForm(key) || !hasChecksum(key))).toEqual([]);
    expect(new Set(keys.flatMap((key) => [...key.slice(9, 37)])).size).toBe(62);
    expect(new Set(keys).size).toBe(200);
    for (const text of ["", KNOWN.slice(1), KNOWN.slice(0, -1), `${KNOWN}0`, KNOWN.replace(/.$/, "_")])
      expect(hasKeyForm(text)).toBe(false);
  });

  test("property: the checksum detects one changed character", () => {
    const position = fc.nat(33);
    fc.assert(
      fc.property(position, fc.constantFrom(..."0aZ9x"), (at, char) => {
        const key = generateKey();
        const index = "pet_live_".length + at;
        const changed = key.slice(0, index) + char + key.slice(index + 1);
        expect(hasChecksum(changed)).toBe(changed === key);
      }),
    );
  });

  test("only a small part of a key is displayed", () => {
    expect(displayPrefix(KNOWN)).toBe("pet_live_0000");
    expect(hashKey(KNOWN)).toHaveLength(32);
  });
});
