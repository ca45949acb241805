import { expect, test } from "vitest";
import { halfOfRest, isTooBusy, Semaphore, Shares } from "./capacity";

/** Starts a task that holds a slot until it is released. */
function hold(slots: Semaphore, onStart = () => {}) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const ended = slots.within(() => {
    onStart();
    return promise;
  });
  return { release, ended };
}

const done = async () => "done";

test("performs as many tasks as there are slots, and refuses the next one", async () => {
  const slots = new Semaphore({ maxTaken: 2, maxWaiting: 0, maxWaitMs: 0 });
  const [first] = [hold(slots), hold(slots)];
  await expect(slots.within(done)).rejects.toSatisfy(isTooBusy);
  first.release();
  await first.ended;
  expect(await slots.within(done)).toBe("done");
});

test("hands slots over in the order of waiting, and refuses when too many wait", async () => {
  const slots = new Semaphore({ maxTaken: 1, maxWaiting: 2, maxWaitMs: 60_000 });
  const order: string[] = [];
  const first = hold(slots);
  const second = hold(slots, () => order.push("second"));
  const third = hold(slots, () => order.push("third"));
  await expect(slots.within(done)).rejects.toSatisfy(isTooBusy);
  first.release();
  await first.ended;
  second.release();
  third.release();
  await Promise.all([second.ended, third.ended]);
  expect(order).toEqual(["second", "third"]);
});

test("each caller gets half of what others leave, and nobody gets more than there is", () => {
  const shares = new Shares(halfOfRest(12));
  const taken = ["a", "b", "c", "d", "e", "f"].map((caller) => {
    let count = 0;
    while (shares.take(caller)) count++;
    return count;
  });
  expect(taken).toEqual([6, 3, 1, 1, 1, 0]);
});

test("a unit that is given back twice is free once", () => {
  const shares = new Shares(() => 1);
  const giveBack = shares.take("a");
  expect([shares.take("a"), shares.take("b")]).toEqual([null, expect.any(Function)]);
  giveBack?.();
  giveBack?.();
  expect([shares.take("a"), shares.take("a")]).toEqual([expect.any(Function), null]);
});
