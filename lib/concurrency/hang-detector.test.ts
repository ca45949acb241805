import { afterEach, expect, test, vi } from "vitest";
import { ResponseWatchdog } from "./hang-detector";

afterEach(() => void vi.useRealTimers());

test("a connection hangs when something sent twelve beats ago has no answer, however much was sent since", () => {
  vi.useFakeTimers();
  const giveUp = vi.fn();
  const watchdog = new ResponseWatchdog(1_200, giveUp);
  const beats = (count: number) => vi.advanceTimersByTime(count * 100);
  watchdog.sent();
  watchdog.sent();
  beats(12);
  watchdog.answered();
  watchdog.sent();
  watchdog.answered();
  // The last one was sent after the previous beat.
  beats(12);
  expect(giveUp).not.toHaveBeenCalled();
  beats(1);
  expect(giveUp).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
