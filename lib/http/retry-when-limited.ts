import { SECOND_MS } from "../values/time";
import { ApiError } from "./errors";

/** How long to wait after a 429 without Retry-After, in seconds. */
const DEFAULT_WAIT_SECONDS = 30;

/** Makes a call. After a 429, waits as long as it says and tries again. @throws what the call throws, an AbortError */
export async function retryWhenLimited<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "rate_limited")) throw error;
      const seconds = Number(error.headers["retry-after"]) || DEFAULT_WAIT_SECONDS;
      await new Promise((resolve) => setTimeout(resolve, seconds * SECOND_MS));
      signal.throwIfAborted();
    }
  }
}
