import "server-only";
import { type Db, db } from "./client";

/** The database, inside a transaction. */
export type Transaction = Db;

/** What to do after a transaction commits. */
const afterwards = new WeakMap<Transaction, (() => void)[]>();

/**
 * Executes an action in one transaction, or in `outer` if there is one.
 * @throws what the action or the database throws
 */
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

/**
 * Executes an action that only reads, in `outer` or in a transaction whose statements all see the database as it was at
 * the first of them.
 */
export function inSnapshot<T>(action: (tx: Transaction) => Promise<T>, outer?: Transaction): Promise<T> {
  return outer ? action(outer) : db().$transaction(action, { isolationLevel: "RepeatableRead" });
}

/** Calls back when the transaction has committed, and never if it does not. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const callbacks = afterwards.get(tx);
  if (callbacks) callbacks.push(callback);
  else afterwards.set(tx, [callback]);
}
