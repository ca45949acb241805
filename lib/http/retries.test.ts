import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "./errors";
import { observe, onRecovery, retryIfStale } from "./retries";

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

const refuse = (refusal: ApiError) => async () => Promise.reject(refusal);

test("a stale change ends with any other refusal, and when others keep changing the resource", async () => {
  const readAgain = vi.fn(async () => ({ start: 1 }));
  const conflict = refuse(new ApiError("conflict", "It is adopted"));
  await expect(retryIfStale(1, conflict, readAgain)).rejects.toMatchObject({ code: "conflict" });
  expect(readAgain).not.toHaveBeenCalled();
  const stale = refuse(new ApiError("precondition_failed", "It has changed"));
  await expect(retryIfStale(1, stale, readAgain)).rejects.toMatchObject({ code: "precondition_failed" });
  expect(readAgain).toHaveBeenCalledTimes(3);
});
