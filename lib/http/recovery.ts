import { MINUTE_MS, SECOND_MS } from "../values/time";
import { isCertain } from "./errors";

/** The shortest and the longest pause between two calls of the listeners. It grows while requests keep failing. */
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [SECOND_MS, MINUTE_MS];

const listeners = new Set<() => void>();
/** How many calls got no answer, and how many of those the listeners know of. */
let [lost, reported] = [0, 0];
let reportedAt = 0;
let pauseMs = MIN_PAUSE_MS;

/**
 * Calls `listener` when the service answers again after a request that it did not answer, or with a 5xx. The browser's
 * `online` event does not report this: it only knows its own network. Returns a function that stops it.
 */
export function onRecovery(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Performs a call of the API, and records whether the service answers. */
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
