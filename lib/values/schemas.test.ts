import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INT64_MAX, INT64_MIN, Int64, parseInt64 } from "./schemas";

describe("parseInt64", () => {
  test("property: reads exactly the int64 range", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (value) => {
        const inside = value >= INT64_MIN && value <= INT64_MAX;
        expect(parseInt64(String(value))).toBe(inside ? value : null);
        expect(Int64.safeParse(value).success).toBe(inside);
      }),
    );
  });

  for (const text of ["", " ", "1 ", "+1", "1.0", "1e3", "0x1", "1n", "١", "--1", "1\n", "9".repeat(100_000)]) {
    test(`is not an int64: ${JSON.stringify(text.slice(0, 20))}`, () => expect(parseInt64(text)).toBeNull());
  }
});
