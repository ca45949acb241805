import "server-only";
import { type Db, db } from "./client";

export type Transaction = Db;

const afterwards = new WeakMap<Transaction, (() => void)[]>();

/** In one transaction, or in `outer` if there is one. @throws what the action or the database throws */
export async function inTransaction<T>(action: (tx: Transaction) => Promise<T>, outer?: Transaction): Promise<T> {
  if (outer) return action(outer);
  let committed: (() => void)[] = [];
  const result = await db().$transaction(async (tx) => {
    const outcome = await action(tx);
    committed = afterwards.get(tx) ?? [];
    return outcome;
  });
  for (const callback of committed) callback();
  return result;
}

/** Only reads, which all see the database as it was at the first of them, or `outer`. */
export function inSnapshot<T>(action: (tx: Transaction) => Promise<T>, outer?: Transaction): Promise<T> {
  return outer ? action(outer) : db().$transaction(action, { isolationLevel: "RepeatableRead" });
}

/** Never called if the transaction does not commit. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const callbacks = afterwards.get(tx);
  if (callbacks) callbacks.push(callback);
  else afterwards.set(tx, [callback]);
}
