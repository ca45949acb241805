import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteCache } from "./byte-cache";

const bytes = (length: number) => new Uint8Array(length);

test("keeps what was used recently and forgets the rest", () => {
  const cache = new ByteCache(100);
  cache.set("a", bytes(30));
  cache.set("b", bytes(30));
  expect(cache.get("a")).toHaveLength(30);
  cache.set("c", bytes(30));
  expect([cache.get("a") !== undefined, cache.get("b"), cache.get("c") !== undefined]).toEqual([true, undefined, true]);
});

test("what is too large is not cached, and replaces nothing", () => {
  const cache = new ByteCache(100);
  cache.set("a", bytes(30));
  cache.set("b", bytes(51));
  expect(cache.get("b")).toBeUndefined();
  expect(cache.get("a")).toHaveLength(30);
});

test("never holds more bytes than its limit, and returns what was set last", () => {
  const steps = fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }), length: fc.nat(60), get: fc.boolean() }));
  fc.assert(
    fc.property(steps, (all) => {
      const cache = new ByteCache(100);
      const last = new Map<string, Uint8Array>();
      for (const { key, length, get } of all) {
        const name = String(key);
        if (get) {
          const found = cache.get(name);
          if (found) expect(found).toBe(last.get(name));
        } else if (length <= 50) {
          last.set(name, bytes(length));
          cache.set(name, last.get(name) ?? bytes(0));
          expect(cache.get(name)).toBe(last.get(name));
        }
        const held = [...last].filter(([one]) => cache.has(one)).reduce((sum, [, value]) => sum + value.length, 0);
        expect(held).toBeLessThanOrEqual(100);
      }
    }),
  );
});
