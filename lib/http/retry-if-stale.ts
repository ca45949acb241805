import { isStale } from "./errors";

/** Maximum number of attempts while others keep changing the same resource. */
const MAX_TRIES = 4;

/**
 * Sends a change that names the version it is based on. If somebody else has changed the resource since (412),
 * `readAgain` reads its current version. If both changed the same field, it returns the collision, and so does this
 * function. If it returns null, `send` is called again.
 * @throws ApiError
 */
export async function retryIfStale<Done, Collision>(
  send: () => Promise<Done>,
  readAgain: () => Promise<Collision | null>,
): Promise<{ done: Done } | { collision: Collision }> {
  for (let tries = 1; ; tries++) {
    try {
      return { done: await send() };
    } catch (error) {
      if (!isStale(error) || tries === MAX_TRIES) throw error;
    }
    const collision = await readAgain();
    if (collision !== null) return { collision };
  }
}
