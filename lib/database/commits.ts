import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { tooBusy } from "../concurrency/too-busy";
import { singleton } from "../process/singleton";
import { openPool, pool } from "./pool";

/**
 * While a synchronous standby is lost, every commit waits for it without end, and so does the backend whose client has
 * given up. It must not be cancelled: its commit would then be on the primary alone. So nothing more is committed while
 * one of our backends has waited for this long, in milliseconds. The pool for writes limits how many wait until then.
 */
const STALLED_MS = 1_000;

const commits = singleton("commits", () => ({ areStalled: false, isAsking: false }));

/** Whether commits wait for a lost standby. */
export const areCommitsStalled = (): boolean => commits.areStalled;

/** @throws `tooBusy` while commits wait for a lost standby */
export function requireCommits(): void {
  if (commits.areStalled) throw stalled();
}

const stalled = () => tooBusy("commits wait for a synchronous standby");

/** Watches what may end with a commit, and returns a function that ends that. */
export function watchCommit(): () => void {
  const timer = setInterval(() => void ask(), STALLED_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Returns the pool of this process for everything that commits. It is smaller than the one for reads, and lends nothing
 * while commits wait for a lost standby.
 */
export function writePool(): pg.Pool {
  return singleton("write pool", () => {
    const opened = openPool({ all: 15, max: 5, min: 1 });
    const connect = opened.connect.bind(opened) as typeof opened.connect & ((callback?: Connected) => unknown);
    opened.connect = ((callback?: Connected) => {
      if (!commits.areStalled) return connect(callback);
      if (!callback) return Promise.reject(stalled());
      return callback(stalled());
    }) as typeof opened.connect;
    const watches = new WeakMap<pg.PoolClient, () => void>();
    opened.on("acquire", (client) => watches.set(client, watchCommit()));
    opened.on("release", (_error, client) => watches.get(client)?.());
    return opened;
  });
}

/** What pg's own `pool.query` passes to `connect`. */
type Connected = (error?: Error) => void;

/** Asks until no backend waits. An answer that cannot be had changes nothing. */
async function ask(): Promise<void> {
  if (commits.isAsking) return;
  commits.isAsking = true;
  do {
    commits.areStalled = await hasWaiting().catch(() => commits.areStalled);
    if (commits.areStalled) await delay(STALLED_MS, undefined, { ref: false });
  } while (commits.areStalled);
  commits.isAsking = false;
}

/** A role sees only the waits of its own backends. */
const WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND wait_event = 'SyncRep'
    AND query_start < clock_timestamp() - interval '${STALLED_MS} ms' LIMIT 1`;

const hasWaiting = async (): Promise<boolean> => (await pool().query(WAITING)).rowCount === 1;
