import { isRefusedByDatabase } from "./unavailable";

/** What became of rows: those that the database will not have, and those that have to wait for it. */
export type Outcome<T> = { refused: T[]; unsaved: T[]; error: unknown };

/**
 * Saves rows, so many at a time. Where the database refuses some of them, they are saved by halves: one bad row keeps no
 * other from being saved. Any other failure is not about the rows: it ends the saving, and the rest waits. Never throws.
 */
export async function saveApart<T>(
  rows: readonly T[],
  size: number,
  save: (rows: T[]) => Promise<void>,
): Promise<Outcome<T>> {
  const batches: T[][] = [];
  for (let at = 0; at < rows.length; at += size) batches.push(rows.slice(at, at + size));
  const refused: T[] = [];
  let reason: unknown = null;
  for (let batch = batches.pop(); batch; batch = batches.pop()) {
    try {
      await save(batch);
    } catch (error) {
      if (!isRefusedByDatabase(error)) return { refused, unsaved: [...batches, batch].flat(), error };
      reason = error;
      const half = batch.length >> 1;
      if (half === 0) refused.push(...batch);
      else batches.push(batch.slice(0, half), batch.slice(half));
    }
  }
  return { refused, unsaved: [], error: reason };
}
