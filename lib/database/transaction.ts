import "server-only";
import { type Db, db } from "./client";

/** The database within a transaction. */
export type Transaction = Db;

/** What to do after a transaction is committed. */
const afterwards = new WeakMap<Transaction, (() => void)[]>();

/** Executes an action in one transaction. @throws what the action or the database throws */
export async function inTransaction<T>(action: (on: Transaction) => Promise<T>): Promise<T> {
  let committed: (() => void)[] = [];
  const result = await db().$transaction(async (on) => {
    const outcome = await action(on);
    committed = afterwards.get(on) ?? [];
    return outcome;
  });
  for (const callback of committed) callback();
  return result;
}

/** Calls back when the transaction is committed, and never when it is not. */
export function afterCommit(on: Transaction, callback: () => void): void {
  const callbacks = afterwards.get(on);
  if (callbacks) callbacks.push(callback);
  else afterwards.set(on, [callback]);
}
