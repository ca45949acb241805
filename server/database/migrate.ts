import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { MigrationList, SchemaFilter } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { LOCKS } from "@/lib/database/locks";
import { withEngine } from "./engine";

const MIGRATIONS = "prisma/migrations";
const SCHEMA = "prisma/schema.prisma";
const LOCK_TIMEOUT_MS = 60_000;
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that the database does not have yet, with Prisma's own engine (WebAssembly).
 * @throws Error with one line that names a migration that failed, was edited after it was applied, or is unknown here
 */
export async function applyMigrations(url: string, folder = MIGRATIONS): Promise<{ applied: string[] }> {
  const migrationsList = readMigrations(folder);
  return withLock(url, async (client) => {
    if (await isComplete(client, migrationsList)) return { applied: [] };
    let isApplying = false;
    return withEngine(url, async (engine) => {
      const diagnosis = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: NO_FILTER,
      });
      const [failed] = diagnosis.failedMigrationNames;
      if (failed)
        throw new Error(`Migration ${failed} failed earlier: repair the database, then mark it in _prisma_migrations`);
      const [edited] = diagnosis.editedMigrationNames;
      if (edited)
        throw new Error(
          `Migration ${edited} was edited after it was applied: restore its text and write a new migration`,
        );
      const history = diagnosis.history;
      if (history && history.diagnostic !== "databaseIsBehind") {
        const [unknown] = history.unpersistedMigrationNames;
        throw new Error(`Migration ${unknown} is in the database but not in ${folder}: is this an older version?`);
      }
      if (!history) return { applied: [] };
      isApplying = true;
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
      return { applied: appliedMigrationNames };
    }).catch(async (error: Error) => {
      const name = isApplying ? await findUnfinished(client) : null;
      throw name === null ? error : new Error(`Migration ${name} failed: ${error.message}`);
    });
  });
}

/** Finds the migration that has just failed, if one has: it has begun and not finished. */
async function findUnfinished(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL
     ORDER BY started_at DESC LIMIT 1`,
  );
  return rows[0]?.name ?? null;
}

/**
 * Whether the database has exactly these migrations, unchanged. It does at nearly every start, which then need not load
 * the engine with its 5 MB of WebAssembly.
 */
async function isComplete(client: pg.Client, { migrationDirectories }: MigrationList): Promise<boolean> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists");
  if (!table.rows[0].exists) return false;
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AND rolled_back_at IS NULL AS applied
     FROM _prisma_migrations ORDER BY migration_name COLLATE "C"`,
  );
  const checksum = (text: string) => createHash("sha256").update(text).digest("hex");
  return (
    rows.length === migrationDirectories.length &&
    migrationDirectories.every(({ path, migrationFile: { content } }, index) => {
      const { name, checksum: recorded, applied } = rows[index];
      return applied && name === path && content.tag === "ok" && recorded === checksum(content.value);
    })
  );
}

/**
 * Writes the next migration: the difference between the migrations and `schema.prisma`. Returns its path, or null if
 * there is no difference. The migrations are replayed in a scratch database, which is dropped afterwards.
 */
export async function newMigration(name: string, url: string, folder = MIGRATIONS): Promise<string | null> {
  const sql = await withEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: "migrations", ...readMigrations(folder) },
      to: { tag: "schemaDatamodel", files: [{ path: resolve(SCHEMA), content: readFileSync(SCHEMA, "utf8") }] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    return stdout ?? "";
  });
  if (!sql.trim() || sql.includes("This is an empty migration")) return null;
  const path = `${folder}/${nextNumber(folder)}_${name}`;
  mkdirSync(path);
  writeFileSync(`${path}/migration.sql`, sql);
  return `${path}/migration.sql`;
}

/** Returns the number of the next migration, in four digits. */
function nextNumber(folder: string): string {
  const last = Math.max(0, ...migrationNames(folder).map((name) => Number.parseInt(name, 10)));
  return String(last + 1).padStart(4, "0");
}

function migrationNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readMigrations(folder: string): MigrationList {
  const sqlOf = (name: string) => readFileSync(join(folder, name, "migration.sql"), "utf8");
  return {
    baseDir: resolve(folder),
    lockfile: { path: "migration_lock.toml", content: readFileSync(join(folder, "migration_lock.toml"), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames(folder).map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sqlOf(name) } },
    })),
  };
}

async function withLock<T>(url: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    options: `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
  });
  client.on("error", () => {}); // the query in progress reports it
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.migration]);
    return await action(client);
  } finally {
    await client.end();
  }
}
