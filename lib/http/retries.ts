import { MINUTE_MS, SECOND_MS } from "../values/time";
import { isCertain, isStale, waitSecondsOf } from "./errors";

/** The pause between two calls of the listeners grows while requests keep failing. */
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [SECOND_MS, MINUTE_MS];

const listeners = new Set<() => void>();
/** How many calls got no answer, and how many of those the listeners know of. */
let [lost, reported] = [0, 0];
let reportedAt = 0;
let pauseMs = MIN_PAUSE_MS;

/**
 * Called when the service answers again after a request that it did not answer, or with a 5xx. The browser's `online`
 * event knows only its own network. Returns a function that stops it.
 */
export function onRecovery(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function observe<T>(call: () => Promise<T>): Promise<T> {
  const lostBefore = lost;
  try {
    const result = await call();
    // A call that began before the last loss proves nothing.
    if (lost === lostBefore) reportRecovery();
    return result;
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === "AbortError";
    if (!isAborted && !isCertain(error)) lost++;
    throw error;
  }
}

function reportRecovery(): void {
  const now = Date.now();
  if (reported === lost || now < reportedAt + pauseMs) return;
  pauseMs = now > reportedAt + 2 * MAX_PAUSE_MS ? MIN_PAUSE_MS : Math.min(2 * pauseMs, MAX_PAUSE_MS);
  reportedAt = now;
  reported = lost;
  for (const listener of listeners) listener();
}

/** While others keep changing the same resource. */
const MAX_TRIES = 4;

/**
 * Sends a change that is based on a version. After a 412, `readAgain` returns what the next attempt starts from, or the
 * result if there is nothing to send any more.
 * @throws ApiError
 */
export async function retryIfStale<Start, Result>(
  start: Start,
  send: (start: Start) => Promise<Result>,
  readAgain: (start: Start) => Promise<{ start: Start } | { result: Result }>,
): Promise<Result> {
  let from = start;
  for (let tries = 1; ; tries++) {
    try {
      return await send(from);
    } catch (error) {
      if (!isStale(error) || tries === MAX_TRIES) throw error;
    }
    const next = await readAgain(from);
    if ("result" in next) return next.result;
    from = next.start;
  }
}

/** After a 429, waits as long as it says and tries again. @throws what the call throws, an AbortError */
export async function retryWhenLimited<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = waitSecondsOf(error);
      if (seconds === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * SECOND_MS));
      signal.throwIfAborted();
    }
  }
}
