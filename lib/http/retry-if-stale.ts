import { isStale } from "./errors";

/** Maximum number of attempts while others keep changing the same resource. */
const MAX_TRIES = 4;

/**
 * Sends a change that is based on a version. If somebody else has changed the resource since (412), `readAgain` reads
 * it. It returns what the next attempt starts from, or the result if there is nothing to send any more, for example
 * because both have changed the same field.
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
