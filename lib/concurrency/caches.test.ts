import fc from "fast-check";
import { expect, test } from "vitest";
import { setClock } from "../process/clock";
import { JoinedCalls, LruMap, Recent } from "./caches";

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

test("callers share the call in progress with their key; after it has ended, even by an error, a new one starts", async () => {
  const calls = new JoinedCalls<string>();
  const started: string[] = [];
  const look = (key: string) =>
    calls.join(async () => {
      started.push(key);
      if (key === "bad") throw new Error("failed");
      return key;
    }, key);
  expect(await Promise.all(["a", "a", "b"].map(look))).toEqual(["a", "a", "b"]);
  expect(started).toEqual(["a", "b"]);
  const failed = await Promise.allSettled([look("bad"), look("bad")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(look("bad")).rejects.toThrow("failed");
  expect(await look("a")).toBe("a");
  expect(started).toEqual(["a", "b", "bad", "bad", "a"]);
});

/** Counts how often it is read. `fail` makes the next reading fail, `change` changes the version. */
function counter() {
  let count = 0;
  let fails = false;
  let version = 0;
  const read = async () => {
    count++;
    if (fails) throw new Error(`reading ${count} failed`);
    return count;
  };
  const recent = new Recent(read, 1_000, () => version);
  return { recent, fail: (value: boolean) => (fails = value), change: () => version++ };
}

test("requests at the same time share one reading, which is used until it is too old", async () => {
  let time = 0;
  setClock(() => time);
  const { recent } = counter();
  expect(await Promise.all([recent.get(), recent.get()])).toEqual([1, 1]);
  time = 999;
  expect(await recent.get()).toBe(1);
  time = 1_000;
  expect(await recent.get()).toBe(2);
});

test("a failed reading is not cached, and does not end a later one", async () => {
  const { recent, fail, change } = counter();
  fail(true);
  const failed = recent.get();
  fail(false);
  change();
  expect(await recent.get()).toBe(2);
  await expect(failed).rejects.toThrow("reading 1 failed");
  expect(await recent.get()).toBe(2);
  fail(true);
  change();
  await expect(recent.get()).rejects.toThrow("reading 3 failed");
  fail(false);
  expect(await recent.get()).toBe(4);
});
