import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { withConnection } from "@/lib/database/database-client";
import { log } from "@/lib/process/log";
import { codeOf } from "@/lib/values/objects";
import { readOrMakeSecret } from "../data-folder";
import { freePort } from "../port";
import { type Binaries, findBinaries } from "./binaries";
import { ensureCluster, OWNER, type Paths, pathsOf, readPidFile, removeEmptyLock, spawnPostmaster } from "./cluster";
import { fileSize, reasonInLog } from "./log";
import { findOrphans, isAlive, ownerOf } from "./processes";
import { ensureServiceRole, SERVICE_ROLE } from "./role";
import { type RunAs, runAs } from "./run-as";

const DATABASE = "pets";
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 25;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** While processes of a dead postmaster use its memory, or another start is in progress. */
const STILL_IN_USE = /still in use|lock file ".*" (already exists|is empty)/;

export type Postgres = {
  /** For the owner, who may do everything. */
  url: string;
  /** For the service's role, which reads and writes rows. */
  serviceUrl: string;
  port: number;
  /** Left behind by a service that was killed, or owned by one that still runs. */
  wasRunning: boolean;
  /** Even while it starts or recovers. */
  isRunning(): boolean;
  /** Open transactions are rolled back; everything committed is on disk. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  /** That will use it; 1 by default. */
  processes?: number;
  /** Any free one by default. */
  port?: number;
  /** For the processes of a dead postmaster, in milliseconds. */
  orphanPatienceMs?: number;
  /** Aborted to give up waiting. */
  signal?: AbortSignal;
};

type Start = {
  folder: string;
  paths: Paths;
  binaries: Binaries;
  as: RunAs;
  urlOf(port: number, database: string): string;
};

/** Starts the embedded PostgreSQL, or adopts the one that already runs there. @throws Error with one line */
export async function startPostgres(options: Options): Promise<Postgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const folder = realpathSync(options.dataDir);
  const paths = pathsOf(folder);
  const binaries = findBinaries();
  const as = runAs(folder, binaries.postgres);
  ensureCluster(folder, binaries, as);
  const password = readOrMakeSecret(paths.password);
  const servicePassword = readOrMakeSecret(paths.servicePassword);
  const urlOf = (port: number, database: string) => `postgresql://${OWNER}:${password}@127.0.0.1:${port}/${database}`;

  const { port, wasRunning } = await startOrAdopt({ folder, paths, binaries, as, urlOf }, options);
  await ensureDatabase(urlOf(port, "postgres"));
  const url = urlOf(port, DATABASE);
  const serviceUrl = `postgresql://${SERVICE_ROLE}:${servicePassword}@127.0.0.1:${port}/${DATABASE}`;
  await ensureServiceRole(url, serviceUrl, servicePassword);
  return {
    url,
    serviceUrl,
    port,
    wasRunning,
    isRunning: () => findPostmaster(paths) !== null,
    stop: () => stopPostmaster(paths, binaries.pg_ctl),
  };
}

/** Also tries again when processes of an earlier postmaster are alive. */
async function startOrAdopt(start: Start, options: Options): Promise<{ port: number; wasRunning: boolean }> {
  const { paths, urlOf } = start;
  const { orphanPatienceMs = 15_000, signal } = options;
  const began = Date.now();
  const deadline = began + START_TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const found = await attachToRunning(paths, (port) => urlOf(port, "postgres"), deadline, signal);
    if (found !== null) return { port: found, wasRunning: true };
    const port = options.port ?? (await freePort());
    const failure = await launch(start, port, options, deadline);
    if (failure === null) return { port, wasRunning: false };
    if (!STILL_IN_USE.test(failure) || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${failure} (${paths.log})`);
    removeEmptyLock(paths.pid);
    if (Date.now() - began > orphanPatienceMs && endOrphans(paths)) pause = FIRST_PAUSE_MS;
    await delay(pause, undefined, { signal });
  }
}

/** Null when it answers, or the reason why it ended. */
async function launch(start: Start, port: number, options: Options, deadline: number): Promise<string | null> {
  const { folder, paths, binaries, as, urlOf } = start;
  const logFrom = fileSize(paths.log);
  const postmaster = spawnPostmaster(folder, port, binaries, as, options.processes ?? 1);
  const failure = new Promise<string>((resolve) => {
    postmaster.once("error", ({ message }) => resolve(message));
    postmaster.once("exit", () => resolve(reasonInLog(paths.log, logFrom) ?? "it gave no reason"));
  });
  while (!(await acceptsQueries(urlOf(port, "postgres")))) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not answer within ${START_TIMEOUT_MS / 1000} s; see ${paths.log}`);
    const reason = await Promise.race([failure, delay(POLL_MS, null)]);
    if (reason !== null) return reason;
    if (!options.signal?.aborted) continue;
    // It may have no pid file yet, and then could not be found and stopped later.
    postmaster.kill("SIGINT");
    await Promise.race([failure, delay(STOP_TIMEOUT_MS)]);
    options.signal.throwIfAborted();
  }
  return null;
}

/**
 * The port of a PostgreSQL that runs on the folder and accepts our password. PostgreSQL itself removes a stale pid
 * file, but trusts one whose process id now belongs to another program, so that one is removed here.
 */
async function attachToRunning(
  paths: Paths,
  url: (port: number) => string,
  deadline: number,
  signal?: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const found = readPidFile(paths.pid);
    if (!found || !isAlive(found.pid)) return null;
    const owner = ownerOf(found.pid, paths.cluster);
    if (owner === "other") {
      // A start at the same time may have been faster, and this may be its pid file.
      if (readPidFile(paths.pid)?.pid === found.pid) rmSync(paths.pid, { force: true });
      return null;
    }
    if (found.port > 0 && (await acceptsQueries(url(found.port)))) return found.port;
    // It is starting, recovering or shutting down; or it is another program, on a system that shows nothing.
    if (Date.now() > deadline) throw new Error(notAnswering(found.pid, owner, paths));
    await delay(POLL_MS, undefined, { signal });
  }
}

function notAnswering(pid: number, owner: string, paths: Paths): string {
  if (owner === "ours")
    return `PostgreSQL (process ${pid}) runs on ${paths.cluster} but does not answer; see ${paths.log}`;
  return `Process ${pid} may be a PostgreSQL on ${paths.cluster} that does not answer; if it is not, remove ${paths.pid}`;
}

/** Null if none is alive. */
function findPostmaster(paths: Paths): number | null {
  const found = readPidFile(paths.pid);
  return found && isAlive(found.pid) && ownerOf(found.pid, paths.cluster) !== "other" ? found.pid : null;
}

/**
 * Whether a dead postmaster left processes behind, which this ends. SIGQUIT ends a backend at once, as PostgreSQL's
 * immediate shutdown does.
 */
function endOrphans(paths: Paths): boolean {
  if (findPostmaster(paths) !== null) return false;
  const orphans = findOrphans(paths.cluster);
  if (orphans.length === 0) return false;
  for (const pid of orphans) signalProcess(pid, "SIGQUIT");
  log("warn", "processes that a dead PostgreSQL left behind were ended", { processes: orphans.join(", ") });
  return true;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has already ended.
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

const connectionTo = (connectionString: string) => ({
  connectionString,
  connectionTimeoutMillis: 3_000,
  query_timeout: 20_000,
});

async function acceptsQueries(url: string): Promise<boolean> {
  try {
    await withConnection(connectionTo(url), (client) => client.query("SELECT 1"));
    return true;
  } catch {
    return false;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  await withConnection(connectionTo(url), async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: { code?: string }) => {
      // Another start has just created it (duplicate_database, or a unique_violation).
      if (error.code !== "42P04" && error.code !== "23505") throw error;
    });
  });
}

/** Fast; if that hangs, immediately, which loses nothing but needs recovery at the next start. */
async function stopPostmaster(paths: Paths, pgCtl: string): Promise<void> {
  const pid = findPostmaster(paths);
  if (pid === null) return;
  for (const [mode, signal] of [
    ["fast", "SIGINT"],
    ["immediate", "SIGQUIT"],
  ] as const) {
    if (process.platform === "win32")
      spawnSync(pgCtl, ["stop", "-D", paths.cluster, "-m", mode, "-W"], { windowsHide: true });
    else signalProcess(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!isAlive(pid) || readPidFile(paths.pid)?.pid !== pid) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop`);
}
