import pg from "pg";
import { closeDb } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { flushUsage } from "@/lib/keys/usage";
import { closeLimiter } from "@/lib/limits/limiter";
import type { Settings } from "@/lib/process/env";
import { codeOf } from "@/lib/process/errno";
import { log } from "@/lib/process/log";
import { setSettings } from "@/lib/process/settings";
import { prepareDataFolder } from "../data-folder";
import { startEmbeddedPostgres, type Use } from "../postgres/embedded-postgres";
import { grantRows } from "../postgres/role";
import type { Closer } from "../serving";
import { applyMigrations } from "./migrate";

/** A database that is ready. */
export type Database = {
  /** The settings of the process from now on, with the URL for the service's role and the signing secret. */
  settings: ReadySettings;
  /** The URL of the owner, who may change tables. */
  ownerUrl: string;
  /** Publishes the URL of the service, for processes that find its data folder in use. */
  announce(url: string): Promise<void>;
};

/** Complete settings: with the database and the secret. */
export type ReadySettings = Settings & { DATABASE_URL: string; AUTH_SECRET: string };

type ChosenDatabase = Omit<Database, "settings"> & { serviceUrl: string };

/**
 * Prepares the database of this process, the one of DATABASE_URL or an embedded one, and applies every migration. Sets
 * the settings of the process.
 * @throws Error with one line
 */
export async function prepareDatabase(given: Settings, closers: Closer[], use: Use): Promise<Database> {
  const AUTH_SECRET = prepareDataFolder(given.DATA_DIR, given.AUTH_SECRET);
  const { serviceUrl, ownerUrl, announce } = namedDatabase(given) ?? (await embeddedDatabase(given, closers, use));
  const settings = { ...given, DATABASE_URL: serviceUrl, AUTH_SECRET };
  setSettings(settings);
  closers.push(closeDb, flushUsage, closeLimiter);
  const role = await reachDatabase(serviceUrl);
  if (given.MIGRATION_DATABASE_URL !== undefined) await requireSameDatabase(ownerUrl);
  await migrate(ownerUrl);
  if (ownerUrl !== serviceUrl) await grantRows(ownerUrl, role);
  return { settings, ownerUrl, announce };
}

/** Returns the database of the settings, or null if they name none, so that an embedded one is used. */
function namedDatabase({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): ChosenDatabase | null {
  if (DATABASE_URL !== undefined)
    return { serviceUrl: DATABASE_URL, ownerUrl: MIGRATION_DATABASE_URL ?? DATABASE_URL, announce: async () => {} };
  if (MIGRATION_DATABASE_URL !== undefined) throw new Error("MIGRATION_DATABASE_URL needs DATABASE_URL");
  return null;
}

async function embeddedDatabase(settings: Settings, closers: Closer[], use: Use): Promise<ChosenDatabase> {
  const { postgres, supervisor } = await startEmbeddedPostgres(settings, closers, use);
  return {
    serviceUrl: postgres.serviceUrl,
    ownerUrl: postgres.url,
    announce: async (url) => supervisor?.announce(url),
  };
}

async function migrate(ownerUrl: string): Promise<void> {
  const { applied } = await applyMigrations(ownerUrl);
  if (applied.length > 0)
    log("info", "migrations applied", { count: applied.length, first: applied[0], last: applied.at(-1) });
}

/** Identifies a database. All roles get the same result. */
const IDENTITY = `SELECT oid || ' ' || pg_postmaster_start_time() AS identity FROM pg_database WHERE datname = current_database()`;

/** @throws Error with one line when the owner's URL does not lead to the database of the service */
async function requireSameDatabase(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  owner.on("error", () => {}); // the query in progress reports it
  try {
    await owner.connect();
    const [one, other] = await Promise.all([owner.query(IDENTITY), pool().query(IDENTITY)]);
    if (one.rows[0].identity === other.rows[0].identity) return;
  } catch (error) {
    throw new Error(unreachable("MIGRATION_DATABASE_URL", ownerUrl, error));
  } finally {
    await owner.end().catch(() => {});
  }
  throw new Error("DATABASE_URL and MIGRATION_DATABASE_URL must lead to the same database");
}

/** Connects as the service does, and returns the name of its role. */
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
  const reason = error instanceof Error && error.message ? error.message : String(codeOf(error));
  return `${variable}: no PostgreSQL answers at ${hostname}:${port || 5432} (${reason.split("\n", 1)[0]})`;
}
