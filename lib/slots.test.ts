import { expect, test } from "vitest";
import { Slots } from "./slots";

test("takes as many slots as there are, and refuses the next one", async () => {
  const slots = new Slots({ most: 2 });
  const taken = [await slots.take(), await slots.take()];
  expect(await slots.take()).toBeNull();
  taken[0]?.();
  expect(await slots.take()).not.toBeNull();
  expect(await slots.take()).toBeNull();
});

test("giving a slot back twice frees one", async () => {
  const slots = new Slots({ most: 1 });
  const giveBack = await slots.take();
  giveBack?.();
  giveBack?.();
  expect(await slots.take()).not.toBeNull();
  expect(await slots.take()).toBeNull();
});

test("hands slots over in the order of waiting, and refuses when too many wait", async () => {
  const slots = new Slots({ most: 1, waiting: 2, waitMs: 60_000 });
  const order: string[] = [];
  const first = await slots.take();
  const second = slots.take().then((giveBack) => {
    order.push("second");
    giveBack?.();
  });
  const third = slots.take().then(() => order.push("third"));
  expect(await slots.take()).toBeNull();
  first?.();
  await Promise.all([second, third]);
  expect(order).toEqual(["second", "third"]);
});

test("waits no longer than it may, and then takes no slot", async () => {
  const slots = new Slots({ most: 1, waiting: 1, waitMs: 1 });
  const first = await slots.take();
  expect(await slots.take()).toBeNull();
  first?.();
  expect(await slots.take()).not.toBeNull();
});
