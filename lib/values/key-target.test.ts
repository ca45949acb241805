import { expect, test } from "vitest";
import { keyTarget, stepTarget } from "./key-target";

test.each([
  ["ArrowDown", 1, 2],
  ["ArrowUp", 1, 0],
  // The arrow keys lead out of the list at its ends, where callers stay.
  ["ArrowDown", 2, 3],
  ["ArrowUp", 0, -1],
  ["Enter", 1, undefined],
])("%s in the entry %i of three leads to %s", (key, at, target) => {
  expect(keyTarget(key, at)).toBe(target);
});

test("a step leads to the next or previous entry, and the first one to the first entry", () => {
  expect([stepTarget(1, 1), stepTarget(-1, 1), stepTarget(1, -1), stepTarget(-1, -1)]).toEqual([2, 0, 0, 0]);
});
