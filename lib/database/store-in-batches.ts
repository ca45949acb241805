import { isRefusedByDatabase } from "./errors";

/** `unsaved`: because of another failure than a refusal. */
export type StoreOutcome<T> = { refused: T[]; unsaved: T[]; error: unknown };

/**
 * A batch that the database refuses is split in halves until the bad rows are found, so one bad row does not keep
 * others from being saved. Any other failure stops the saving. Never throws.
 */
export async function storeInBatches<T>(
  rows: readonly T[],
  size: number,
  save: (rows: T[]) => Promise<void>,
): Promise<StoreOutcome<T>> {
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
