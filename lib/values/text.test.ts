import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Telephone, textOf } from "./text";

/** The unit "binary" of fast-check does the same, but takes a second to begin. */
const codePoint = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

test.each([false, true])("property: a text of several lines (%s) that fits its JSON Schema is accepted", (lines) => {
  const schema = textOf(20, { lines });
  const pattern = new RegExp(z.toJSONSchema(schema).pattern ?? "", "u");
  const character = fc.oneof(
    fc.constantFrom(..." \t\n\r\u0085\u00a0\u2028\ufeff\0a"),
    fc.string({ unit: codePoint, minLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 20 }), (characters) => {
      const text = [...characters.join("")].slice(0, 20).join("");
      if (pattern.test(text)) expect(schema.safeParse(text).success).toBe(true);
    }),
  );
  expect([" ", "a", " b "].map((text) => pattern.test(text))).toEqual([false, true, true]);
});

describe("Telephone", () => {
  test.each(["12345", "+44 20 7946 0123", "(020) 7946-0123", "030/123.45", "1".repeat(40)])("%j is one", (text) => {
    expect(Telephone.parse(text)).toBe(text);
  });

  test.each(["", "abc", "1234", "+44 20 7946 0123 ext 5", "12345\n", "٠١٢٣٤٥", "1".repeat(41), "-".repeat(40)])(
    "%j is none",
    (text) => {
      expect(Telephone.safeParse(text).success).toBe(false);
    },
  );
});
