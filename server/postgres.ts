import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/env";
import { findBinaries } from "./postgres/binaries";
import {
  ensureCluster,
  freePort,
  isAlive,
  pathsOf,
  readOrMakePassword,
  readPidFile,
  spawnPostmaster,
  USER,
} from "./postgres/cluster";
import { runAs } from "./postgres/run-as";

/** The database of the service inside the embedded PostgreSQL. */
const DATABASE = "pets";
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
const POLL_MS = 25;
/** Advisory lock that the one service on a data folder holds for as long as it lives. */
const SERVICE_LOCK = 7_305_001;

/** A running embedded PostgreSQL. */
export type Postgres = {
  /** Connection URL of the database `pets`. */
  url: string;
  port: number;
  /** Whether it was running already, left by a service that was killed or owned by one that lives. */
  adopted: boolean;
  /** Stops it: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** How many processes will use it; as many as serve (`WORKERS`) when absent. */
  processes?: number;
};

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts the one that runs there already.
 * @throws Error with one line
 */
export async function startPostgres({ dataDir, processes }: Options): Promise<Postgres> {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const paths = pathsOf(folder);
  const binaries = findBinaries();
  const as = runAs(folder, binaries.postgres);
  ensureCluster(folder, binaries, as);
  const password = readOrMakePassword(paths.password);
  const urlOf = (port: number, database: string) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

  const running = (port: number, adopted: boolean): Postgres => ({
    url: urlOf(port, DATABASE),
    port,
    adopted,
    stop: () => stopPostmaster(folder, binaries.pgCtl),
  });

  const deadline = Date.now() + START_LIMIT_MS;
  const found = await adopt(folder, (port) => urlOf(port, "postgres"), deadline);
  if (found !== null) {
    await ensureDatabase(urlOf(found, "postgres"));
    return running(found, true);
  }
  const port = await freePort();
  let ended = false;
  const end = spawnPostmaster(folder, port, binaries, as, processes ?? env().WORKERS).then(() => {
    ended = true;
  });
  while (!(await answers(urlOf(port, "postgres")))) {
    if (ended) {
      // Somebody else started it in the same moment: PostgreSQL's own lock file let only one of us through.
      const other = await adopt(folder, (otherPort) => urlOf(otherPort, "postgres"), deadline);
      if (other === null) throw new Error(`PostgreSQL did not start; ${paths.log} says why`);
      await ensureDatabase(urlOf(other, "postgres"));
      return running(other, true);
    }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not answer within ${START_LIMIT_MS / 1000} s; see ${paths.log}`);
    await Promise.race([delay(POLL_MS), end]);
  }
  await ensureDatabase(urlOf(port, "postgres"));
  return running(port, false);
}

/**
 * Looks for a PostgreSQL that runs on the folder and answers to our password; returns its port. A pid file whose process is
 * gone, or is not PostgreSQL, is cleared away.
 */
async function adopt(folder: string, url: (port: number) => string, deadline: number): Promise<number | null> {
  const { pid: file } = pathsOf(folder);
  for (;;) {
    const found = readPidFile(file);
    if (!found) return null;
    if (!isAlive(found.pid)) break;
    if (await answers(url(found.port))) return found.port;
    // Alive but silent: starting up, shutting down, or another program that was given the same process id.
    if (!looksLikePostgres(found.pid)) break;
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${found.pid}) runs on ${folder} but does not answer`);
    await delay(POLL_MS);
  }
  rmSync(file, { force: true });
  return null;
}

function looksLikePostgres(pid: number): boolean {
  if (process.platform === "win32") return true;
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8", timeout: 5_000 });
  // Without a `ps` nothing is known: better to wait than to clear away the lock of a live database.
  return stdout === null || stdout === undefined || stdout.includes("postgres");
}

async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("SELECT 1"));
    return true;
  } catch {
    return false;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: { code?: string }) => {
      // Another start created it in between (duplicate_database, or unique_violation inside of it).
      if (error.code !== "42P04" && error.code !== "23505") throw error;
    });
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 20_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Fast shutdown, and an immediate one (which loses nothing either, but has to recover at the next start) when it hangs. */
async function stopPostmaster(folder: string, pgCtl: string): Promise<void> {
  const paths = pathsOf(folder);
  const found = readPidFile(paths.pid);
  if (!found || !isAlive(found.pid)) return;
  for (const [mode, signal] of [
    ["fast", "SIGINT"],
    ["immediate", "SIGQUIT"],
  ] as const) {
    if (process.platform === "win32")
      spawnSync(pgCtl, ["stop", "-D", paths.cluster, "-m", mode, "-W"], { windowsHide: true });
    else process.kill(found.pid, signal);
    const deadline = Date.now() + STOP_LIMIT_MS;
    while (Date.now() < deadline) {
      if (!isAlive(found.pid) || readPidFile(paths.pid)?.pid !== found.pid) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${found.pid}) did not stop`);
}

/**
 * Takes the lock that says "the service runs on this data folder". It belongs to a database session, so it is free again
 * the moment its holder dies, however it dies. Null when somebody else still holds it after `patienceMs`.
 */
export async function holdServiceLock(url: string, patienceMs: number): Promise<{ release(): Promise<void> } | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, keepAlive: true });
  client.on("error", () => {}); // PostgreSQL going away gives the lock back too
  await client.connect();
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS held", [SERVICE_LOCK]);
    if (rows[0].held) return { release: () => client.end().catch(() => {}) };
    if (Date.now() > deadline) break;
    await delay(100);
  }
  await client.end();
  return null;
}
