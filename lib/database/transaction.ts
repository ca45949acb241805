import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { type Db, db } from "./client";

export type Transaction = Db;

/** A change set, and the time of everything in it that took place now. */
export type BegunSet = { id: bigint; at: Date };

/** What a transaction has begun, and what follows its commit. */
type State = { set: BegunSet | null; callbacks: readonly (() => void)[] };

const NOTHING: State = { set: null, callbacks: [] };
const states = new WeakMap<Transaction, State>();
const stateOf = (tx: Transaction) => states.get(tx) ?? NOTHING;

/** One request: the transaction that all of its changes join, if there is one, and the change sets that it has made. */
type Command = { joined: Transaction | undefined; changeSets: bigint[] };

const commands = new AsyncLocalStorage<Command | null>();

/** Runs a command. Within `joined`, all of its transactions are parts of that one. @throws what the action throws */
export async function runCommand<T>(
  action: () => Promise<T>,
  joined?: Transaction,
): Promise<{ result: T; changeSets: readonly bigint[] }> {
  const command: Command = { joined, changeSets: [] };
  const result = await commands.run(command, action);
  const set = joined && stateOf(joined).set;
  return { result, changeSets: set ? [set.id] : command.changeSets };
}

/** The transaction that the running command has to join, because it is committed with the command's answer. */
export const joinedTransaction = (): Transaction | undefined => commands.getStore()?.joined;

/** For a set that a statement has committed by itself. */
export function noteChangeSet(id: bigint): void {
  commands.getStore()?.changeSets.push(id);
}

/**
 * In one transaction: in `outer` if there is one, or as a part of the command's. `timeoutMs` is for one of its own, 15 s
 * by default.
 * @throws what the action or the database throws
 */
export async function inTransaction<T>(
  action: (tx: Transaction) => Promise<T>,
  outer?: Transaction,
  timeoutMs?: number,
): Promise<T> {
  if (outer) return action(outer);
  const joined = joinedTransaction();
  if (joined) return inPart(joined, action);
  const { result, set, callbacks } = await db().$transaction(
    async (tx) => {
      const outcome = await action(tx);
      return { result: outcome, ...stateOf(tx) };
    },
    timeoutMs === undefined ? {} : { timeout: timeoutMs },
  );
  if (set) noteChangeSet(set.id);
  // What they start lives longer than the command.
  for (const callback of callbacks) commands.run(null, callback);
  return result;
}

/** A part that fails is undone alone, because the action's caller may go on with something else. */
async function inPart<T>(tx: Transaction, action: (tx: Transaction) => Promise<T>): Promise<T> {
  const before = stateOf(tx);
  await tx.$executeRaw`SAVEPOINT part`;
  try {
    const result = await action(tx);
    await tx.$executeRaw`RELEASE SAVEPOINT part`;
    return result;
  } catch (error) {
    states.set(tx, before);
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT part`;
    throw error;
  }
}

/** Only reads, which all see the database as it was at the first of them, or `outer`. */
export function inSnapshot<T>(action: (tx: Transaction) => Promise<T>, outer?: Transaction): Promise<T> {
  return outer ? action(outer) : db().$transaction(action, { isolationLevel: "RepeatableRead" });
}

/** The change set of a transaction, if it has begun one: lib/audit/log-store.ts. */
export const begunSet = (tx: Transaction): BegunSet | null => stateOf(tx).set;

export function beginSet(tx: Transaction, set: BegunSet): void {
  states.set(tx, { ...stateOf(tx), set });
}

/** Never called if the transaction does not commit. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const state = stateOf(tx);
  states.set(tx, { ...state, callbacks: [...state.callbacks, callback] });
}
