import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine, SchemaFilter } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { log } from "@/lib/log";
import { singleton } from "@/lib/singleton";

const MIGRATIONS = "prisma/migrations";
const SCHEMA = "prisma/schema.prisma";
/** Advisory lock under which migrations are applied: processes that start together take turns. */
const MIGRATION_LOCK = 7_305_003;
const LOCK_LIMIT_MS = 60_000;
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that the database does not have yet, with Prisma's own engine (WebAssembly).
 * @throws Error with one line that names the migration when one failed, was edited after it was applied, or is unknown
 * here
 */
export async function applyMigrations(url: string, folder = MIGRATIONS): Promise<{ applied: string[] }> {
  const migrationsList = readMigrations(folder);
  return withLock(url, async (client) => {
    if (await isComplete(client, migrationsList)) return { applied: [] };
    return withEngine(url, async (engine) => {
      const found = await engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: NO_FILTER,
      });
      const [failed] = found.failedMigrationNames;
      if (failed)
        throw new Error(`Migration ${failed} failed earlier: repair the database, then mark it in _prisma_migrations`);
      const [edited] = found.editedMigrationNames;
      if (edited)
        throw new Error(
          `Migration ${edited} was edited after it was applied: restore its text and write a new migration`,
        );
      const history = found.history;
      if (history && history.diagnostic !== "databaseIsBehind") {
        const [unknown] = history.unpersistedMigrationNames;
        throw new Error(`Migration ${unknown} is in the database but not in ${folder}: is this an older version?`);
      }
      if (!history) return { applied: [] };
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
      return { applied: appliedMigrationNames };
    });
  });
}

/**
 * Whether the database has exactly these migrations, unchanged. Nearly every start finds it so, and then the engine,
 * with its 5 MB of WebAssembly, does not have to be loaded.
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
 * Writes the next migration: the difference between the migrations and `schema.prisma`. Returns its path, or null when
 * there is none. The migrations are replayed in a scratch database that is dropped afterwards.
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

/** The number after that of the last migration, in four digits. */
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
    options: `-c lock_timeout=${LOCK_LIMIT_MS}`,
  });
  client.on("error", () => {}); // the query in progress reports it
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await action(client);
  } finally {
    await client.end();
  }
}

async function withEngine<T>(url: string, action: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const Engine = await singleton("schema-engine", loadEngine);
  const adapter = new ScriptingPrismaPg(url);
  const engine = await Engine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
  try {
    return await action(engine);
  } catch (error) {
    // PostgreSQL's reason for refusing a script; the engine's error only names a place in its own code.
    throw adapter.refusal ?? error;
  } finally {
    engine.free();
    await adapter.close();
  }
}

/**
 * Loads the engine's WebAssembly by hand, once, because its glue holds one instance. `import` of a .wasm file works on
 * Node 26 too, but prints a warning that it is experimental, and the oldest Node that we run on (22.12) needs a flag.
 */
async function loadEngine(): Promise<typeof SchemaEngine> {
  const require = createRequire(join(process.cwd(), "package.json"));
  // The engine reports the reason of a panic here; its error says no more than "unreachable".
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => log("error", "migration engine stopped", { error: message }),
    },
  });
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const file = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
  // The types of the WebAssembly loader know neither the glue's exports nor those of the instance.
  const imports = { "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue.SchemaEngine;
}

type Connection = Awaited<ReturnType<PrismaPg["connect"]>>;

/** Prisma's adapter, with corrections for migrations; see the methods. */
class ScriptingPrismaPg extends PrismaPg {
  /** Why PostgreSQL refused a script. */
  refusal: Error | null = null;
  private readonly closers: (() => Promise<unknown>)[] = [];

  constructor(private readonly url: string) {
    super({ connectionString: url, max: 2, connectionTimeoutMillis: 5_000 });
  }

  override async connect(): Promise<Connection> {
    return this.prepare(await super.connect());
  }

  /**
   * Creates the scratch database of a diff. The original would use the real one, because a URL overrides `database`.
   */
  override async connectToShadowDb(): Promise<Connection> {
    const database = `pets_shadow_${crypto.randomUUID().replaceAll("-", "")}`;
    const outer = new pg.Client({ connectionString: this.url });
    await outer.connect();
    await outer.query(`CREATE DATABASE ${database}`);
    this.closers.push(
      () => outer.end(),
      () => outer.query(`DROP DATABASE ${database} WITH (FORCE)`),
    );
    const target = Object.assign(new URL(this.url), { pathname: `/${database}` });
    return this.prepare(await new PrismaPg({ connectionString: target.href, max: 2 }).connect());
  }

  /** Closes the connections that the engine leaves open: they would keep the process alive for seconds. */
  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close().catch(() => {});
  }

  private prepare(connection: Connection): Connection {
    this.closers.push(() => connection.dispose());
    // Private members of Prisma's adapter.
    const inner = connection as unknown as Internals;
    // One simple query is also one transaction. The original splits at every `;`, also inside of function bodies.
    inner.executeScript = async (script) => {
      await inner.client.query(script).catch((error: Error) => {
        this.refusal = new Error(`Migration refused by PostgreSQL: ${oneLine(error)}`);
        throw error;
      });
    };
    return passOnChar(connection, inner);
  }
}

const CHAR_OID = 18;
const TEXT_OID = 25;

type Internals = {
  client: pg.Pool;
  performIO(query: unknown): Promise<{ fields: { dataTypeID: number }[] }>;
  queryRaw(query: unknown): Promise<{ columnTypes: number[] }>;
  executeScript(script: string): Promise<void>;
};

/** Accepts PostgreSQL's internal type "char", which its catalogue uses everywhere and the original refuses. */
function passOnChar(connection: Connection, inner: Internals): Connection {
  const performIO = inner.performIO.bind(inner);
  const queryRaw = inner.queryRaw;
  inner.queryRaw = async (query) => {
    let isChar: boolean[] = [];
    const recording: Internals = Object.create(inner);
    recording.performIO = async (sql) => {
      const result = await performIO(sql);
      isChar = result.fields.map((field) => field.dataTypeID === CHAR_OID);
      for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
      return result;
    };
    const result = await queryRaw.call(recording, query);
    const columnTypes = result.columnTypes.map((type, index) => (isChar[index] ? ColumnTypeEnum.Character : type));
    return { ...result, columnTypes };
  };
  return connection;
}

function oneLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ")
    .slice(0, 500);
}
