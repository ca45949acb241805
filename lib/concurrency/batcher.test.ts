import { expect, test } from "vitest";
import { Batcher } from "./batcher";
import { isTooBusy, tooBusy } from "./capacity";

const OPTIONS = { maxBatch: 3, maxParallel: 1, maxWaiting: 5, failsAll: isTooBusy };

/** Doubles numbers, records its batches, and waits while told to. */
function doubler(refuses: (inputs: number[]) => Error | null = () => null) {
  const batches: number[][] = [];
  const gate = { held: Promise.resolve() };
  /** Returns what ends the wait. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.held = promise;
    return resolve;
  };
  const batch = new Batcher<number, number>(async (inputs) => {
    batches.push(inputs);
    await gate.held;
    const error = refuses(inputs);
    if (error) throw error;
    return inputs.map((input) => input * 2);
  }, OPTIONS);
  return { batch, batches, hold };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("processes a single input immediately and simultaneous ones together, each with its own output", async () => {
  const { batch, batches } = doubler();
  expect(await batch.add(1)).toBe(2);
  expect(await Promise.all([2, 3, 4, 5].map((input) => batch.add(input)))).toEqual([4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("refuses an input when too many wait, without affecting the others", async () => {
  const { batch, hold } = doubler();
  const release = hold();
  const first = batch.add(0);
  await turn();
  const waiting = [1, 2, 3, 4, 5].map((input) => batch.add(input));
  await expect(batch.add(6)).rejects.toSatisfy(isTooBusy);
  release();
  expect(await Promise.all([first, ...waiting])).toEqual([0, 2, 4, 6, 8, 10]);
});

test("one bad input fails alone", async () => {
  const { batch } = doubler((inputs) => (inputs.includes(2) ? new Error("two is bad") : null));
  const [one, two, three] = await Promise.allSettled([1, 2, 3].map((input) => batch.add(input)));
  expect([one, three]).toMatchObject([{ value: 2 }, { value: 6 }]);
  expect(two).toMatchObject({ status: "rejected", reason: new Error("two is bad") });
});

test("inputs with the same key proceed into different batches, in their order", async () => {
  const batches: string[][] = [];
  const echo = async (inputs: string[]) => {
    batches.push(inputs);
    return inputs;
  };
  const batch = new Batcher<string, string>(echo, { ...OPTIONS, maxWaiting: 20, keyOf: (input) => input[0] });
  const inputs = ["a1", "a2", "b1", "a3", "c1", "b2", "d1"];
  expect(await Promise.all(inputs.map((input) => batch.add(input)))).toEqual(inputs);
  expect(batches.flat().toSorted()).toEqual(inputs.toSorted());
  for (const names of batches) expect(new Set(names.map(([key]) => key)).size).toBe(names.length);
  expect(batches.flat().filter((input) => input.startsWith("a"))).toEqual(["a1", "a2", "a3"]);
});

test("does not retry inputs one by one when the database is unavailable", async () => {
  const { batch, batches } = doubler(() => tooBusy());
  const all = await Promise.allSettled([1, 2, 3].map((input) => batch.add(input)));
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches).toEqual([[1, 2, 3]]);
});
