import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "./errors";
import { observe, onRecovery } from "./recovery";

const lost = () => observe(() => Promise.reject(new ApiError("unavailable", "No answer."))).catch(() => null);
const answered = () => observe(() => Promise.resolve());
const listener = vi.fn();

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const stop = onRecovery(listener);
  return () => {
    stop();
    vi.useRealTimers();
  };
});
afterEach(() => listener.mockReset());

/** Lets enough time pass that the next recovery is told at once. */
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

test("a recovery is told once, by a call that began after the loss; refusals and aborted calls are no loss", async () => {
  pass(10);
  const earlier = Promise.withResolvers<void>();
  const begunBefore = observe(() => earlier.promise);
  await lost();
  earlier.resolve();
  await begunBefore;
  expect(listener).not.toHaveBeenCalled();
  await answered();
  await answered();
  expect(listener).toHaveBeenCalledTimes(1);

  pass(10);
  for (const error of [new ApiError("conflict", "No."), new DOMException("left", "AbortError")]) {
    await expect(observe(() => Promise.reject(error))).rejects.toBe(error);
    await answered();
  }
  expect(listener).toHaveBeenCalledTimes(1);
});

test("while what is tried again keeps failing, recoveries are told less and less often", async () => {
  pass(10);
  const told: number[] = [];
  const start = Date.now();
  listener.mockImplementation(() => told.push((Date.now() - start) / 1_000));
  for (let second = 0; second < 240; second++) {
    await lost();
    await answered();
    vi.setSystemTime(Date.now() + 1_000);
  }
  expect(told).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
});
