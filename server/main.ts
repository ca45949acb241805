import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDatabaseAway } from "@/lib/database-away";
import { closeDb, pool } from "@/lib/db";
import { type Env, env, resetEnv } from "@/lib/env";
import { flushUsage } from "@/lib/keys/usage";
import { closeLimiter } from "@/lib/limits/limiter";
import { log } from "@/lib/log";
import { prepareFirstStart, printBanner } from "./first-start";
import { applyMigrations } from "./migrate";
import { holdServiceLock, startPostgres } from "./postgres";
import { type Closer, closeAll, startServing, stopOnSignal } from "./serving";
import { isWorker, startWorkers, work } from "./workers";

/** A command that is about to end may hold the lock of the data folder for a moment. */
const LOCK_PATIENCE_MS = 3_000;

/**
 * Starts the whole service and returns when it serves.
 * @throws Error with one line that says what is wrong and names it; whatever was started is stopped again
 */
export async function serve({ dev = false } = {}): Promise<void> {
  if (isWorker()) return work();
  const closers: Closer[] = [];
  try {
    const settings = env();
    await prepareDatabase(settings, closers);
    const first = await prepareFirstStart(settings.DEMO_DATA);
    const alone = dev || settings.WORKERS === 1;
    const port = await (alone ? startServing(settings, closers, { dev }) : startWorkers(settings, closers));
    stopOnSignal(closers);
    printBanner(port, settings, first);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** Makes the database of this process ready: ours or the one that DATABASE_URL names, with every migration in. */
export async function prepareDatabase(settings: Env, closers: Closer[], { exclusive = true } = {}): Promise<void> {
  prepareDataFolder(settings);
  if (settings.DATABASE_URL === undefined) {
    process.env.DATABASE_URL = await startOwnPostgres(settings.DATA_DIR, closers, exclusive);
    resetEnv();
  }
  closers.push(closeDb, flushUsage, closeLimiter);
  await reachDatabase();
  const { applied } = await applyMigrations(env().DATABASE_URL as string);
  for (const name of applied) log("info", "migration applied", { name });
}

/** Starts or adopts the embedded PostgreSQL; returns its URL. Whoever holds its lock owns it and stops it last. */
async function startOwnPostgres(dataDir: string, closers: Closer[], exclusive: boolean, tries = 3): Promise<string> {
  try {
    const postgres = await startPostgres({ dataDir });
    const lock = await holdServiceLock(postgres.url, exclusive ? LOCK_PATIENCE_MS : 0);
    // Stopped while the lock is held: nobody can adopt it in between.
    if (lock) closers.push(() => lock.release(), postgres.stop);
    else if (exclusive) throw new Error(`DATA_DIR ${dataDir} is in use: the service is already running on it`);
    return postgres.url;
  } catch (error) {
    // Its owner stopped it in the moment in which we found it.
    if (tries > 1 && isDatabaseAway(error)) return startOwnPostgres(dataDir, closers, exclusive, tries - 1);
    throw error;
  }
}

async function reachDatabase(): Promise<void> {
  try {
    await pool().query("SELECT 1");
  } catch (error) {
    const { hostname, port } = new URL(env().DATABASE_URL as string);
    const reason = error instanceof Error && error.message ? error.message : String((error as { code?: string }).code);
    throw new Error(`DATABASE_URL: no PostgreSQL answers at ${hostname}:${port || 5432} (${reason.split("\n", 1)[0]})`);
  }
}

/** Makes the data folder, and in it the signing secret when the environment has none. */
function prepareDataFolder({ DATA_DIR, AUTH_SECRET }: Env): void {
  try {
    mkdirSync(DATA_DIR, { recursive: true });
    accessSync(DATA_DIR, constants.W_OK | constants.X_OK);
    if (AUTH_SECRET === undefined) {
      process.env.AUTH_SECRET = readOrMake(join(DATA_DIR, "auth.secret"), () => randomBytes(32).toString("base64url"));
      resetEnv();
    }
  } catch (error) {
    throw new Error(`DATA_DIR ${DATA_DIR} is not writable (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

function readOrMake(file: string, make: () => string): string {
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
