import fc from "fast-check";
import { expect, test } from "vitest";
import { LruMap } from "./lru-map";

test("never exceeds its limit, and keeps entries that are used", () => {
  const map = new LruMap<number, string>(10);
  map.set(-1, "asked for");
  for (let key = 0; key < 1_000; key++) {
    map.set(key, String(key));
    expect(map.get(-1)).toBe("asked for");
    expect(map.size).toBeLessThanOrEqual(10);
  }
  expect(map.get(0)).toBeUndefined();
  expect(map.get(999)).toBe("999");
});

test("the newest entries are never evicted", () => {
  const map = new LruMap<number, number>(10);
  for (let key = 0; key < 100; key++) {
    map.set(key, key);
    for (let back = 0; back < 5 && key - back >= 0; back++) expect(map.get(key - back)).toBe(key - back);
  }
});

test("entries can be overwritten and deleted", () => {
  const map = new LruMap<string, number>(4);
  map.set("a", 1);
  map.set("a", 2);
  expect([map.get("a"), map.size]).toEqual([2, 1]);
  map.delete("a");
  expect([map.get("a"), map.size]).toEqual([undefined, 0]);
});

test("what is too large is not stored, and replaces nothing", () => {
  const map = new LruMap<string, string>(100, ({ length }) => length);
  map.set("a", "a".repeat(30));
  map.set("b", "b".repeat(51));
  expect([map.get("a")?.length, map.get("b"), map.size]).toEqual([30, undefined, 30]);
});

test("with sizes: never exceeds its limit, and returns what was set last", () => {
  const steps = fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }), length: fc.nat(50), get: fc.boolean() }));
  fc.assert(
    fc.property(steps, (all) => {
      const map = new LruMap<number, Uint8Array>(100, ({ length }) => length);
      const last = new Map<number, Uint8Array>();
      for (const { key, length, get } of all) {
        if (!get) {
          last.set(key, new Uint8Array(length));
          map.set(key, last.get(key) ?? new Uint8Array());
        }
        expect([undefined, last.get(key)]).toContain(map.get(key));
        if (!get) expect(map.get(key)).toBe(last.get(key));
        expect(map.size).toBeLessThanOrEqual(100);
      }
      const held = [...last.keys()].map((key) => map.get(key)?.length ?? 0);
      expect(held.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(100);
    }),
  );
});
