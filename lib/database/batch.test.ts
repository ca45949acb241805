import { expect, test } from "vitest";
import { Batch } from "./batch";
import { isDatabaseAway, tooBusy } from "./unavailable";

const OPTIONS = { size: 3, parallel: 1, waiting: 5 };

/** Doubles numbers, writes down which were done together, and waits while it is told to. */
function doubler(refuses: (inputs: number[]) => Error | null = () => null) {
  const batches: number[][] = [];
  let go = () => {};
  const gate = { held: Promise.resolve() };
  const hold = () => {
    gate.held = new Promise((resolve) => {
      go = resolve;
    });
  };
  const batch = new Batch<number, number>(async (inputs) => {
    batches.push(inputs);
    await gate.held;
    const error = refuses(inputs);
    if (error) throw error;
    return inputs.map((input) => input * 2);
  }, OPTIONS);
  return { batch, batches, hold, release: () => go() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a lone input is done at once, those of one moment together, and each gets its own output", async () => {
  const { batch, batches } = doubler();
  expect(await batch.run(1)).toBe(2);
  expect(await Promise.all([2, 3, 4, 5].map((input) => batch.run(input)))).toEqual([4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("inputs gather while a batch is under way", async () => {
  const { batch, batches, hold, release } = doubler();
  hold();
  const first = batch.run(1);
  await turn();
  const rest = [2, 3].map((input) => batch.run(input));
  await turn();
  expect(batches).toEqual([[1]]);
  release();
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("no more wait than may; who comes then is told to come again, and nobody else is hurt", async () => {
  const { batch, hold, release } = doubler();
  hold();
  const first = batch.run(0);
  await turn();
  const waiting = [1, 2, 3, 4, 5].map((input) => batch.run(input));
  await expect(batch.run(6)).rejects.toSatisfy(isDatabaseAway);
  release();
  expect(await Promise.all([first, ...waiting])).toEqual([0, 2, 4, 6, 8, 10]);
});

test("one bad input fails alone", async () => {
  const { batch } = doubler((inputs) => (inputs.includes(2) ? new Error("two is bad") : null));
  const [one, two, three] = await Promise.allSettled([1, 2, 3].map((input) => batch.run(input)));
  expect([one, three]).toEqual([
    { status: "fulfilled", value: 2 },
    { status: "fulfilled", value: 6 },
  ]);
  expect(two).toMatchObject({ status: "rejected", reason: new Error("two is bad") });
});

test("with the database away nothing is tried one by one", async () => {
  const { batch, batches } = doubler(() => tooBusy());
  const all = await Promise.allSettled([1, 2, 3].map((input) => batch.run(input)));
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches).toEqual([[1, 2, 3]]);
});
