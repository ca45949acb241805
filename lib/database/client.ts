import "server-only";
import type { EventEmitter } from "node:events";
import { readdir } from "node:fs/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/prisma/client";
import { log } from "../log";
import { settings } from "../settings";
import { forget, singleton } from "../singleton";
import { Pipeline, type Row, type Statement } from "./pipeline";
import { isConnectionSpent } from "./unavailable";

/** Connections of the pool and of the pipeline: a process has these alone, several share them out among themselves. */
const POOL = { all: 30, most: 10, least: 2 };
const LINES = { all: 12, most: 4, least: 1 };

/**
 * How long Prisma waits for a transaction to begin and to end, in milliseconds: longer than a connection and a statement may
 * take, so that it is those which say what went wrong.
 */
const TRANSACTION = { maxWait: 5_000, timeout: 15_000 };

const share = ({ all, most, least }: typeof POOL) =>
  Math.max(least, Math.min(most, Math.floor(all / settings().WORKERS)));

/** How every connection is made. Nothing waits for ever. */
function connection(): pg.ClientConfig {
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

/** The one connection pool of the process; Prisma's adapter uses the same. */
export function pool(): pg.Pool {
  return singleton("pool", () => {
    const made = new pg.Pool({ ...connection(), max: share(POOL), idleTimeoutMillis: 30_000 });
    // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
    made.on("error", ({ message }) => log("warn", "idle database connection lost", { reason: message }));
    replaceSpent(made);
    return made;
  });
}

/** Closes a connection that is given back after a failover, so that the next one reaches the new primary. */
function replaceSpent(of: pg.Pool): void {
  const spent = new WeakSet<pg.PoolClient>();
  of.on("connect", (client) => {
    // In a transaction of Prisma's nobody but the connection itself sees what PostgreSQL said.
    const { connection: wire } = client as unknown as { connection: EventEmitter };
    wire.on("errorMessage", (message: unknown) => isConnectionSpent(message) && spent.add(client));
  });
  of.on("release", (_error, client) => {
    if (spent.has(client)) void (client as unknown as pg.Client).end();
  });
}

/** The database, or a transaction on it. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$use" | "$extends" | "$transaction">;

/** The one Prisma client of the process. */
export function db(): PrismaClient {
  return singleton(
    "prisma",
    () =>
      new PrismaClient({
        adapter: new PrismaPg(pool(), { disposeExternalPool: false }),
        transactionOptions: TRANSACTION,
        log: [],
      }),
  );
}

/**
 * Runs one of the statements that are worth preparing by hand, on connections that are kept for them.
 * @throws what `pg` throws
 */
export function run(statement: Statement, values: readonly string[]): Promise<Row[]> {
  return singleton("pipeline", () => new Pipeline(connection(), share(LINES))).run(statement, values);
}

/** Closes every connection, after the queries under way. The next `db()` starts anew. */
export async function closeDb(): Promise<void> {
  const prisma = singleton<PrismaClient | null>("prisma", () => null);
  const open = singleton<pg.Pool | null>("pool", () => null);
  const pipeline = singleton<Pipeline | null>("pipeline", () => null);
  forget("prisma");
  forget("pool");
  forget("pipeline");
  await pipeline?.close();
  await prisma?.$disconnect();
  await open?.end();
}

/** Whether a database that can be written to answers, and every migration of this version is in. Never throws. */
export async function isReady(): Promise<boolean> {
  try {
    const expected = await singleton("migrations", () => readdir("prisma/migrations", { withFileTypes: true }));
    const applied = new Set(await appliedMigrations());
    return expected.every((entry) => !entry.isDirectory() || applied.has(entry.name));
  } catch {
    return false;
  }
}

/** The names of the migrations that are in; none on a standby, which is not kept connected either. */
async function appliedMigrations(): Promise<string[]> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query<{ name: string; standby: boolean }>(
      `SELECT migration_name AS name, pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS standby
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    const isStandby = rows.some(({ standby }) => standby);
    client.release(isStandby);
    return isStandby ? [] : rows.map(({ name }) => name);
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
