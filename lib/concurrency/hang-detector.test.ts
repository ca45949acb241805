import { expect, test } from "vitest";
import { HangDetector } from "./hang-detector";

test("a connection hangs when something sent three beats ago has no answer, however much was sent since", () => {
  const detector = new HangDetector(3);
  const beats = (count: number) => Array.from({ length: count }, () => detector.beat());
  expect(beats(5)).not.toContain(true);
  detector.sent();
  detector.sent();
  expect(beats(3)).not.toContain(true);
  detector.answered();
  detector.sent();
  expect(detector.beat()).toBe(true);
  detector.answered();
  // The last one was sent after the previous beat.
  expect(beats(2)).toEqual([false, false]);
  expect(detector.isIdle).toBe(false);
  expect(detector.beat()).toBe(true);
  detector.answered();
  expect(detector.isIdle).toBe(true);
  expect(beats(5)).not.toContain(true);
});
