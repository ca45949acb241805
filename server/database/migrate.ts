import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { withConnection } from "@/lib/database/database-client";
import { LOCKS } from "@/lib/database/locks";
import { changeRights } from "../postgres/role";

const MIGRATIONS = "prisma/migrations";
const LOCK_TIMEOUT_MS = 60_000;

type Migration = { name: string; sql: string; checksum: string };

/**
 * Each migration in one transaction, recorded as Prisma's own tools do.
 * @throws Error with one line that names a migration that failed, is empty, was edited after it was applied, or is
 * unknown here
 */
export async function applyMigrations(url: string, folder = MIGRATIONS): Promise<{ applied: string[] }> {
  const migrations = migrationNames(folder).map((name) => readMigration(folder, name));
  const options = `-c lock_timeout=${LOCK_TIMEOUT_MS}`;
  return withConnection({ connectionString: url, connectionTimeoutMillis: 5_000, options }, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.migration]);
    const recorded = await readRecorded(client);
    const unknown = [...recorded.keys()].find((name) => !migrations.some((migration) => migration.name === name));
    if (unknown !== undefined)
      throw new Error(`The database has the migration ${unknown}, which this version does not know: use another one`);
    const edited = migrations.find(({ name, checksum }) => (recorded.get(name) ?? checksum) !== checksum);
    if (edited)
      throw new Error(
        `Migration ${edited.name} was edited after it was applied: restore its text and write a new migration`,
      );
    const missing = migrations.filter(({ name }) => !recorded.has(name));
    const empty = missing.find(({ sql }) => sql.trim() === "");
    if (empty) throw new Error(`Migration ${empty.name} is empty`);
    for (const migration of missing) await apply(client, migration);
    return { applied: missing.map(({ name }) => name) };
  });
}

function migrationNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readMigration(folder: string, name: string): Migration {
  const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

/** The checksums by name. Creates the table with the columns that Prisma uses. */
async function readRecorded(client: pg.Client): Promise<Map<string, string>> {
  // `CREATE TABLE IF NOT EXISTS` would be refused to a role that only reads and writes rows.
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS name");
  if (tables[0].name === null)
    await client.query(`CREATE TABLE _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String((error as Error).message).replace(/\s+/g, " ")}`);
  }
}

/** Lets a role read and write the rows of all tables of the owner of `url`. It may only read the list of migrations. */
export async function grantRows(url: string, role: string): Promise<void> {
  await changeRights(url, async (client) => {
    const { rows } = await client.query<{ name: string; rights: string }>(MISSING, [role]);
    if (rows.length === 0) return;
    const to = client.escapeIdentifier(role);
    await client.query(
      `GRANT USAGE ON SCHEMA ${(await client.query("SELECT current_schema()::regnamespace AS name")).rows[0].name} TO ${to}`,
    );
    for (const { name, rights } of rows) await client.query(`GRANT ${rights} ON ${name} TO ${to}`);
  });
}

/** The tables and sequences on which the role $1 lacks a right, with all rights that it needs. */
const MISSING = `
  SELECT oid::regclass::text AS name, rights
  FROM pg_class, LATERAL (
    SELECT CASE WHEN relkind = 'S' THEN 'USAGE,SELECT' WHEN relname = '_prisma_migrations' THEN 'SELECT'
      ELSE 'SELECT,INSERT,UPDATE,DELETE' END AS rights
  ) AS needed
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'S')
    AND relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)
    AND EXISTS (
      SELECT FROM unnest(string_to_array(rights, ',')) AS needed_right
      WHERE NOT CASE relkind WHEN 'S' THEN has_sequence_privilege($1, oid, needed_right)
        ELSE has_table_privilege($1, oid, needed_right) END
    )
  ORDER BY name`;
