import pg from "pg";
import { closeDb, pool } from "@/lib/database/client";
import { isDatabaseAway } from "@/lib/database/unavailable";
import { type Env, env, resetEnv } from "@/lib/env";
import { flushUsage } from "@/lib/keys/usage";
import { closeLimiter } from "@/lib/limits/limiter";
import { log } from "@/lib/log";
import { prepareDataFolder } from "./data-folder";
import { applyMigrations } from "./migrate";
import { type Postgres, startPostgres } from "./postgres";
import { pathsOf } from "./postgres/cluster";
import { Keeper } from "./postgres/keeper";
import { findHolder, holdServiceLock } from "./postgres/lock";
import { keepLogSmall } from "./postgres/log";
import { grantRows } from "./postgres/role";
import type { Closer } from "./serving";

/** A command that is about to end may hold the lock of the data folder for a moment. */
const LOCK_PATIENCE_MS = 3_000;

/** How this process uses the database. */
type Use = {
  /** The service owns an embedded PostgreSQL and keeps it alive; a command works beside the service. */
  as: "service" | "command";
  /** The database cannot be kept alive: the process has to end. Only with an embedded PostgreSQL. */
  giveUp?(error: Error): void;
};

/** A database that is ready. */
export type Database = {
  /** The URL of its owner, who may change tables. */
  ownerUrl: string;
  /** Tells others who find the data folder in use where the service is. */
  announce(address: string): Promise<void>;
};

/**
 * Makes the database of this process ready: ours or the one that DATABASE_URL names, with every migration in. From then on
 * DATABASE_URL is that of the role which reads and writes rows.
 * @throws Error with one line
 */
export async function prepareDatabase(settings: Env, closers: Closer[], use: Use): Promise<Database> {
  prepareDataFolder(settings);
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = settings;
  let ownerUrl = MIGRATION_DATABASE_URL ?? DATABASE_URL;
  let announce: Database["announce"] = async () => {};
  if (DATABASE_URL === undefined) {
    if (MIGRATION_DATABASE_URL !== undefined) throw new Error("MIGRATION_DATABASE_URL needs DATABASE_URL");
    const own = await startOwnPostgres(settings.DATA_DIR, closers, use);
    ownerUrl = own.postgres.url;
    announce = async (address) => own.keeper?.announce(address);
    process.env.DATABASE_URL = own.postgres.serviceUrl;
    resetEnv();
  }
  closers.push(closeDb, flushUsage, closeLimiter);
  const role = await reachDatabase(env().DATABASE_URL as string);
  if (MIGRATION_DATABASE_URL !== undefined) await requireSameDatabase(MIGRATION_DATABASE_URL);
  await migrate(ownerUrl as string, role);
  return { ownerUrl: ownerUrl as string, announce };
}

/** Applies the migrations as the owner, and lets the role of the service at the rows. */
async function migrate(ownerUrl: string, role: string): Promise<void> {
  const { applied } = await applyMigrations(ownerUrl);
  for (const name of applied) log("info", "migration applied", { name });
  if (ownerUrl !== env().DATABASE_URL) await grantRows(ownerUrl, role);
}

/** What is the same for every role in one database, and for no other database. */
const IDENTITY = `SELECT oid || ' ' || pg_postmaster_start_time() AS identity FROM pg_database WHERE datname = current_database()`;

/** @throws Error with one line when the owner's URL leads nowhere, or elsewhere than the service's */
async function requireSameDatabase(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  owner.on("error", () => {}); // the query under way reports it
  try {
    await owner.connect();
    const [one, other] = await Promise.all([owner.query(IDENTITY), pool().query(IDENTITY)]);
    if (one.rows[0].identity === other.rows[0].identity) return;
  } catch (error) {
    throw new Error(unreachable("MIGRATION_DATABASE_URL", ownerUrl, error));
  } finally {
    await owner.end().catch(() => {});
  }
  throw new Error("DATABASE_URL and MIGRATION_DATABASE_URL have to lead to the same database");
}

type Own = { postgres: Postgres; keeper?: Keeper };

/** Starts or adopts the embedded PostgreSQL. A service owns it and stops it last; a command stops what it started itself. */
async function startOwnPostgres(dataDir: string, closers: Closer[], use: Use, tries = 3): Promise<Own> {
  try {
    const postgres = await startPostgres({ dataDir });
    if (use.as === "command") {
      // Without the lock a service has adopted it since.
      const lock = postgres.adopted ? null : await holdServiceLock(postgres.serviceUrl, 0, "command");
      // Another command may have adopted it.
      if (lock) closers.push(lock.release, postgres.stop, lock.untilAlone);
      return { postgres };
    }
    const lock = await holdServiceLock(postgres.serviceUrl, LOCK_PATIENCE_MS);
    if (!lock) throw new Error(`DATA_DIR ${dataDir} is in use: ${await describeUser(postgres.serviceUrl)}`);
    const keeper = new Keeper(postgres, lock, {
      restart: (signal) => startPostgres({ dataDir, port: postgres.port, signal }),
      giveUp: () => use.giveUp?.(new Error(diedTooOften(dataDir))),
    });
    closers.push(() => keeper.stop());
    const stopRotation = keepLogSmall(pathsOf(dataDir).log);
    closers.push(async () => stopRotation());
    return { postgres, keeper };
  } catch (error) {
    // Its owner stopped it in the moment in which we found it.
    if (tries > 1 && isDatabaseAway(error)) return startOwnPostgres(dataDir, closers, use, tries - 1);
    throw error;
  }
}

const diedTooOften = (dataDir: string) =>
  `PostgreSQL in DATA_DIR ${dataDir} ended 5 times within 5 minutes; ${pathsOf(dataDir).log} says why`;

async function describeUser(url: string): Promise<string> {
  const holder = await findHolder(url).catch(() => null);
  if (!holder) return "the service is already running on it";
  const process = `(process ${holder.pid})`;
  if (holder.kind === "command") return `a command is running on it ${process}; try again when it has ended`;
  return holder.address === null
    ? `the service is starting on it already ${process}`
    : `the service runs on it already, at ${holder.address} ${process}`;
}

/** Connects as the service does; returns the name of its role. */
async function reachDatabase(url: string): Promise<string> {
  try {
    const { rows } = await pool().query("SELECT current_user AS role");
    return rows[0].role;
  } catch (error) {
    throw new Error(unreachable("DATABASE_URL", url, error));
  }
}

function unreachable(variable: string, url: string, error: unknown): string {
  const { hostname, port } = new URL(url);
  const reason = error instanceof Error && error.message ? error.message : String((error as { code?: string }).code);
  return `${variable}: no PostgreSQL answers at ${hostname}:${port || 5432} (${reason.split("\n", 1)[0]})`;
}
