import fc from "fast-check";
import { expect, test } from "vitest";
import { NewPet } from "./schema";

const accepts = (name: string) => NewPet.safeParse({ name, categoryId: 1n }).success;
/** Any text, even with control characters and lone surrogates. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x10ffff })), { maxLength: 300 })
  .map((points) => points.map((point) => String.fromCodePoint(point)).join(""));

test("property: a name is accepted exactly if it follows the rules", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: "grapheme" })), (name) => {
      const points = Array.from(name);
      const wellFormed = points.every((point) => !/^[\ud800-\udfff]$/.test(point));
      const control = points.some((point) => {
        const code = point.codePointAt(0) ?? 0;
        return code < 0x20 || (code >= 0x7f && code <= 0x9f);
      });
      // Written in another way than the schema. NUL to US are control characters anyway.
      const blank = points.every((point) => /^[\s\u0085\u2800]$|^\p{DI}$/u.test(point));
      const rules = wellFormed && !control && !blank && points.length >= 1 && points.length <= 255;
      expect(accepts(name)).toBe(rules);
    }),
    { numRuns: 500 },
  );
});
