import "server-only";
import pg from "pg";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { singleton, takeSingleton } from "../process/singleton";
import { DatabaseClient } from "./database-client";
import { isOfStaleConnection } from "./errors";
import { onServerError } from "./pg-private";

/** How many connections of one kind all processes of the service may open together, and the bounds for one process. */
type Share = { all: number; max: number; min: number };

/** Returns how many connections of one kind this process may open. */
export const shareOf = ({ all, max, min }: Share) => Math.max(min, Math.min(max, Math.floor(all / settings().WORKERS)));

/** Returns the configuration of every connection. Every wait has a limit. */
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

/** Returns the one connection pool of the process for reads. `db` in client.ts says what it is for. */
export function pool(): pg.Pool {
  return singleton("pool", () => openPool({ all: 30, max: 10, min: 2 }));
}

/** Opens a pool with this share of connections. */
export function openPool(share: Share): pg.Pool {
  const options = { ...connectionConfig(), max: shareOf(share), idleTimeoutMillis: 30_000 };
  const opened = new pg.Pool({ ...options, Client: DatabaseClient as unknown as typeof pg.Client });
  // A broken idle connection is replaced when one is needed. Without this listener it would end the process.
  opened.on("error", ({ message }) => log("warn", "idle database connection lost", { reason: message }));
  closeStaleConnections(opened);
  return opened;
}

/**
 * Lends a connection of the pool. It is closed if the use of it fails, or if its session must not live on.
 * @throws what the use or the pool throws
 */
export async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>, { closes = false } = {}): Promise<T> {
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
    client.release(isBroken || closes);
  }
}

/** Closes the connections of both pools after the queries in progress. The next `pool()` opens new ones. */
export async function closePools(): Promise<void> {
  await Promise.all(["pool", "write pool"].map((name) => takeSingleton<pg.Pool>(name)?.end()));
}

/** After a failover, closes each connection when it is released, so that the next one reaches the new primary. */
function closeStaleConnections(opened: pg.Pool): void {
  const stale = new WeakSet<pg.PoolClient>();
  opened.on("connect", (client) => {
    // Observed on the connection, because Prisma hides errors inside its transactions.
    onServerError(client, (error) => {
      if (isOfStaleConnection(error)) stale.add(client);
    });
  });
  opened.on("release", (_error, client) => {
    // @types/pg does not declare `end` for clients of a pool. On a released client it closes the connection.
    if (stale.has(client)) void (client as unknown as pg.Client).end();
  });
}
