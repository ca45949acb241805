import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { log } from "@/lib/process/log";
import { singleton } from "@/lib/process/singleton";

/**
 * Calls `action` with Prisma's migration engine, connected to a database.
 * @throws Error with PostgreSQL's reason in one line
 */
export async function withEngine<T>(url: string, action: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const Engine = await singleton("schema-engine", loadEngine);
  const adapter = new ScriptingPrismaPg(url);
  const engine = await Engine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter));
  try {
    return await action(engine);
  } catch (error) {
    // PostgreSQL's reason for refusing a script. The engine's own error names only a place in its code.
    throw adapter.refusal ?? error;
  } finally {
    engine.free();
    await adapter.close();
  }
}

/**
 * Loads the engine's WebAssembly by hand, once, because its generated JavaScript holds one instance. `import` of a
 * .wasm file prints a warning on Node 26 that it is experimental, and needs a flag on the oldest Node that we support
 * (22.12).
 */
async function loadEngine(): Promise<typeof SchemaEngine> {
  const require = createRequire(join(process.cwd(), "package.json"));
  // The engine reports the reason for a panic here. Its error says only "unreachable".
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => log("error", "migration engine stopped", { error: message }),
    },
  });
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const file = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
  // The types of the WebAssembly loader declare the exports neither of the generated JavaScript nor of the instance.
  const imports = { "./schema_engine_bg.js": withoutLastingTimers(glue as unknown as WebAssembly.ModuleImports) };
  const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue.SchemaEngine;
}

/**
 * Lets the process end although the engine never clears the timers of its timeouts, such as 10 s for its lock. The
 * requests that it waits for keep the process alive.
 */
function withoutLastingTimers(glue: WebAssembly.ModuleImports): WebAssembly.ModuleImports {
  const name = Object.keys(glue).find((key) => key.startsWith("__wbg_setTimeout_"));
  if (name === undefined) return glue;
  const setTimer = (callback: () => void, delayMs: number) => setTimeout(callback, delayMs).unref();
  return { ...glue, [name]: setTimer };
}

type Connection = Awaited<ReturnType<PrismaPg["connect"]>>;

/** Prisma's adapter with corrections for migrations, which its methods explain. */
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
   * Creates the scratch database of a diff. The original would use the real one, because it prefers the URL to
   * `database`.
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

  /** Closes the connections that the engine leaves open. They would keep the process alive for seconds. */
  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close().catch(() => {});
  }

  private prepare(connection: Connection): Connection {
    this.closers.push(() => connection.dispose());
    // Private members of Prisma's adapter.
    const inner = connection as unknown as Internals;
    // A simple query is also a single transaction. The original splits at every `;`, even inside function bodies.
    inner.executeScript = async (script) => {
      await inner.client.query(script).catch((error: Error) => {
        this.refusal = new Error(oneLine(error));
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
  queryRaw(query: unknown): Promise<{ columnNames: string[]; columnTypes: number[]; rows: unknown[][] }>;
  executeScript(script: string): Promise<void>;
};

/** Accepts PostgreSQL's internal type "char", which is everywhere in its catalogue and which the original refuses. */
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
    return { ...result, columnTypes, rows: withoutIncluded(result) };
  };
  return connection;
}

/** Omits the included columns of indexes. Prisma would take them for keys, although they have no operator class. */
function withoutIncluded({ columnNames, rows }: { columnNames: string[]; rows: unknown[][] }): unknown[][] {
  const place = columnNames.indexOf("opclass");
  return place === -1 ? rows : rows.filter((row) => row[place] !== null);
}

function oneLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ")
    .slice(0, 500);
}
