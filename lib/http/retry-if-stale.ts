import { isStale } from "./errors";

/** How often a change is sent in all, while others keep changing the same thing. */
const MAX_TRIES = 4;

/**
 * Sends a change that names the version from which it was made. When somebody else has changed the thing since (412),
 * `readAgain` reads it. The collision that it returns ends this; after null, the change is sent again.
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
