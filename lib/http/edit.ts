import { mergeEdits } from "../values/objects";
import { retryIfStale } from "./retries";

/** What somebody wants, and the version and the values that they have seen. */
export type Edit<V> = { version: string; before: V; values: V };

/** Fields that somebody else has changed too, to other values. */
export type Collision<V> = { fields: (keyof V)[]; theirs: V; yours: V };

/** There is no answer to a collision. `edit` goes on from the version that is stored. */
export type EditOutcome<V, A> = { edit: Edit<V>; collision: Collision<V> | null; answer: A | null };

/**
 * Sends an edit. What others have changed meanwhile is merged field by field, and nothing is sent while both have changed
 * the same field. `read` reads what is stored now.
 * @throws ApiError
 */
export function sendEdit<V extends object, A>(
  edit: Edit<V>,
  send: (edit: Edit<V>) => Promise<A>,
  read: () => Promise<{ version: string; values: V }>,
): Promise<EditOutcome<V, A>> {
  return retryIfStale(
    edit,
    async (from): Promise<EditOutcome<V, A>> => ({ edit: from, collision: null, answer: await send(from) }),
    async ({ before, values: mine }) => {
      const { version, values: theirs } = await read();
      const { values: yours, collisions: fields } = mergeEdits(before, mine, theirs);
      const merged = { version, before: theirs, values: yours };
      if (fields.length === 0) return { start: merged };
      return { result: { edit: merged, collision: { fields, theirs, yours }, answer: null } };
    },
  );
}
