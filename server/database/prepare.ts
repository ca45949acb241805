import { closeDb } from "@/lib/database/client";
import { DatabaseClient, NO_WRITABLE_HOST, withConnection } from "@/lib/database/database-client";
import { flushUsage } from "@/lib/keys/usage-store";
import { closeLimiter } from "@/lib/limits/limiter";
import type { Settings } from "@/lib/process/env";
import { lastLine, log } from "@/lib/process/log";
import { setSettings } from "@/lib/process/settings";
import { codeOf } from "@/lib/values/objects";
import { prepareDataFolder } from "../data-folder";
import { type GiveUp, startEmbeddedPostgres } from "../postgres/embedded-postgres";
import type { Postgres } from "../postgres/postgres";
import type { Closer } from "../serving";
import { applyMigrations, grantRows } from "./migrate";

/** With the URL for the service's role and the signing secret. */
export type ReadySettings = Settings & { DATABASE_URL: string; AUTH_SECRET: string };

/**
 * The database of DATABASE_URL or an embedded one, with every migration. Sets the settings of the process.
 * @throws Error with one line
 */
export async function prepareDatabase(given: Settings, closers: Closer[], giveUp?: GiveUp): Promise<ReadySettings> {
  const AUTH_SECRET = prepareDataFolder(given.DATA_DIR, given.AUTH_SECRET);
  const { serviceUrl, url: ownerUrl } = namedDatabase(given) ?? (await startEmbeddedPostgres(given, closers, giveUp));
  const settings = { ...given, DATABASE_URL: serviceUrl, AUTH_SECRET };
  setSettings(settings);
  closers.push(closeDb, flushUsage, closeLimiter);
  const ownerSetting = given.MIGRATION_DATABASE_URL === undefined ? "DATABASE_URL" : "MIGRATION_DATABASE_URL";
  const service = await inspect("DATABASE_URL", serviceUrl);
  const owner = await inspect(ownerSetting, ownerUrl);
  if (owner.identity !== service.identity)
    throw new Error("DATABASE_URL and MIGRATION_DATABASE_URL must lead to the same database");
  requireUsable(ownerSetting, owner);
  const { applied } = await applyMigrations(ownerUrl);
  if (applied.length > 0)
    log("info", "migrations applied", { count: applied.length, first: applied[0], last: applied.at(-1) });
  if (ownerUrl !== serviceUrl) await grantRows(ownerUrl, service.role);
  return settings;
}

/** Null if the settings name none, so that an embedded one is used. */
function namedDatabase({
  DATABASE_URL,
  MIGRATION_DATABASE_URL,
}: Settings): Pick<Postgres, "serviceUrl" | "url"> | null {
  if (DATABASE_URL !== undefined) return { serviceUrl: DATABASE_URL, url: MIGRATION_DATABASE_URL ?? DATABASE_URL };
  if (MIGRATION_DATABASE_URL !== undefined) throw new Error("MIGRATION_DATABASE_URL needs DATABASE_URL");
  return null;
}

/** All roles get the same `identity`. */
const STATE = `
  SELECT current_user AS role, datname AS database, oid || ' ' || pg_postmaster_start_time() AS identity,
    pg_encoding_to_char(encoding) AS encoding, to_regclass('pets') IS NULL AS "hasNoTables",
    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate"
  FROM pg_database WHERE datname = current_database()`;
type State = Record<"role" | "database" | "identity" | "encoding", string> &
  Record<"hasNoTables" | "isReadOnly" | "mayCreate", boolean>;

/** @throws Error with one line that begins with the name of the setting */
async function inspect(setting: string, url: string): Promise<State> {
  const config = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  try {
    return await withConnection(config, async (client) => (await client.query<State>(STATE)).rows[0] as State);
  } catch (error) {
    throw new Error(`${setting}: ${unreachable(new DatabaseClient(config), error)}`);
  }
}

function unreachable({ host, port }: DatabaseClient, error: unknown): string {
  const place = `${host}:${port}`;
  const code = codeOf(error) ?? "";
  const reason = lastLine(error) || code;
  if (code === NO_WRITABLE_HOST) return reason;
  if (/^28/.test(code)) return `PostgreSQL at ${place} refuses the sign-in: ${reason}; check the user and the password`;
  if (code === "3D000") return `PostgreSQL at ${place} answers, but ${reason}; create it or correct its name`;
  return `no PostgreSQL answers at ${place} (${reason})`;
}

/** @throws Error with one line when migrations could not create their tables */
function requireUsable(setting: string, { role, database, encoding, hasNoTables, isReadOnly, mayCreate }: State): void {
  const fail = (reason: string) => {
    throw new Error(`${setting}: ${reason}`);
  };
  if (encoding !== "UTF8")
    fail(`the database ${database} has the encoding ${encoding} and needs UTF8: create it with ENCODING 'UTF8'`);
  if (!hasNoTables) return;
  if (isReadOnly) fail(`the database ${database} is read-only, so no tables can be created: name the primary`);
  if (!mayCreate)
    fail(`the role ${role} may not create tables in the database ${database}: grant it CREATE on the schema`);
}
