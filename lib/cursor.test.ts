import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor";
import { INT64_MAX } from "./int64";

describe("cursors", () => {
  test("property: a cursor survives a round trip and is safe in a URL", () => {
    const direction = fc.constantFrom("older" as const, "newer" as const);
    fc.assert(
      fc.property(direction, fc.bigInt({ min: 0n, max: INT64_MAX }), (way, id) => {
        const text = encodeCursor({ direction: way, id });
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text)).toEqual({ direction: way, id });
      }),
    );
  });

  test("property: any other text is not a cursor", () => {
    const near = fc.string().map((text) => Buffer.from(`o${text}`).toString("base64url"));
    const digits = fc.bigInt({ min: -5n, max: 2n ** 70n }).map((id) => Buffer.from(`n${id}`).toString("base64url"));
    let written = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), near, digits), (text) => {
        const cursor = decodeCursor(text);
        if (!cursor) return;
        written++;
        expect(encodeCursor(cursor)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
    expect(written).toBeGreaterThan(20);
  });
});
