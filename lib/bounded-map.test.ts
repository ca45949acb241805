import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("never exceeds its limit, and keeps entries that are used", () => {
  const map = new BoundedMap<number, string>(10);
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
  const map = new BoundedMap<number, number>(10);
  for (let key = 0; key < 100; key++) {
    map.set(key, key);
    for (let back = 0; back < 5 && key - back >= 0; back++) expect(map.get(key - back)).toBe(key - back);
  }
});

test("entries can be overwritten and deleted", () => {
  const map = new BoundedMap<string, number>(4);
  map.set("a", 1);
  map.set("a", 2);
  expect([map.get("a"), map.size]).toEqual([2, 1]);
  map.delete("a");
  expect([map.get("a"), map.size]).toEqual([undefined, 0]);
});
