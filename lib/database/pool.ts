import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { tooBusy } from "../concurrency/capacity";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { singleton, takeSingleton } from "../process/singleton";
import { DatabaseClient } from "./database-client";
import { isOfStaleConnection } from "./errors";
import { onServerError } from "./pg-private";

/** How many connections of one kind all processes may open together, and the bounds for one process. */
type Share = { all: number; max: number; min: number };

export const shareOf = ({ all, max, min }: Share) => Math.max(min, Math.min(max, Math.floor(all / settings().WORKERS)));

/** Every wait has a limit. */
export function connectionConfig(): pg.ClientConfig {
  return {
    connectionString: settings().DATABASE_URL,
    application_name: "pets",
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  };
}

/** For reads. `db` in client.ts says what it is for. */
export function pool(): pg.Pool {
  return singleton("pool", () => openPool({ all: 30, max: 10, min: 2 }));
}

function openPool(share: Share): pg.Pool {
  const options = { ...connectionConfig(), max: shareOf(share), idleTimeoutMillis: 30_000 };
  const opened = new pg.Pool({ ...options, Client: DatabaseClient as unknown as typeof pg.Client });
  // A broken idle connection is replaced when needed. Without this listener it would end the process.
  opened.on("error", ({ message }) => log("warn", "idle database connection lost", { reason: message }));
  closeStaleConnections(opened);
  return opened;
}

/**
 * Lends a connection, which is closed if the use of it fails.
 * @throws what the use or the pool throws
 */
export async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let isBroken = true;
  // The query in progress, or the next one, reports a lost connection. Without this listener it would end the process.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    const result = await use(client);
    isBroken = false;
    return result;
  } finally {
    client.off("error", ignore);
    client.release(isBroken);
  }
}

/** After the queries in progress. The next use opens new connections. */
export async function closePools(): Promise<void> {
  await Promise.all(["pool", "write pool"].map((name) => takeSingleton<pg.Pool>(name)?.end()));
}

/** After a failover, so that the next connection reaches the new primary. */
function closeStaleConnections(opened: pg.Pool): void {
  const stale = new WeakSet<pg.PoolClient>();
  opened.on("connect", (client) => {
    // On the connection, because Prisma hides errors inside its transactions.
    onServerError(client, (error) => {
      if (isOfStaleConnection(error)) stale.add(client);
    });
  });
  opened.on("release", (_error, client) => {
    // @types/pg does not declare `end` for clients of a pool. On a released client it closes the connection.
    if (stale.has(client)) void (client as unknown as pg.Client).end();
  });
}

/**
 * While a synchronous standby is lost, every commit waits for it without end, and must not be cancelled: it would then
 * be on the primary alone. So nothing more is committed while one of our backends has waited for this long, in
 * milliseconds.
 */
const STALLED_MS = 1_000;

const commits = singleton("commits", () => ({ areStalled: false, isAsking: false }));

export const areCommitsStalled = (): boolean => commits.areStalled;

/** @throws `tooBusy` while commits wait for a lost standby */
export function requireCommits(): void {
  if (commits.areStalled) throw stalled();
}

const stalled = () => tooBusy("commits wait for a synchronous standby");

/** Watches what may end with a commit. Returns a function that ends that. */
export function watchCommit(): () => void {
  const timer = setInterval(() => void ask(), STALLED_MS).unref();
  return () => clearInterval(timer);
}

/**
 * For everything that commits. Smaller than the pool for reads; lends nothing while commits wait for a lost standby.
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

/** Until no backend waits. An answer that cannot be had changes nothing. */
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
