import { expect, test } from "vitest";
import { halfOfRest, Places } from "./places";

test("each caller gets half of what others leave, and nobody more than there are", () => {
  const places = new Places(halfOfRest(12));
  const taken = ["a", "b", "c", "d", "e", "f"].map((caller) => {
    let count = 0;
    while (places.take(caller)) count++;
    return count;
  });
  expect(taken).toEqual([6, 3, 1, 1, 1, 0]);
});

test("a place that is given back, once or twice, is one place", () => {
  const places = new Places(() => 1);
  const giveBack = places.take("a");
  expect([places.take("a"), places.take("b")]).toEqual([null, expect.any(Function)]);
  giveBack?.();
  giveBack?.();
  expect([places.take("a"), places.take("a")]).toEqual([expect.any(Function), null]);
});
