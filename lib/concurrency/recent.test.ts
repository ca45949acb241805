import { afterEach, expect, test } from "vitest";
import { setClock } from "../process/clock";
import { Recent } from "./recent";

afterEach(() => setClock(null));

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

test("another version ends its use", async () => {
  const { recent, change } = counter();
  expect(await recent.get()).toBe(1);
  change();
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
