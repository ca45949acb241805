import { expect, test } from "vitest";
import { halfOfRest, Shares } from "./shares";

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
