import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { readOrMakeSecret } from "../data-folder";
import type { Binaries } from "./binaries";
import { rotateLog } from "./log";
import { clusterName } from "./processes";
import type { RunAs } from "./run-as";

/** It owns everything in the embedded PostgreSQL. */
export const OWNER = "postgres";
const INITDB_TIMEOUT_MS = 120_000;

export type Paths = { cluster: string; password: string; servicePassword: string; log: string; pid: string };

/** `dataDir` is absolute. */
export function pathsOf(dataDir: string): Paths {
  const cluster = join(dataDir, "postgres");
  return {
    cluster,
    password: join(dataDir, "postgres.password"),
    servicePassword: join(dataDir, "service.password"),
    log: join(dataDir, "postgres.log"),
    pid: join(cluster, "postmaster.pid"),
  };
}

/** In a temporary folder that is renamed at the end, so an interrupted first start leaves no incomplete cluster. */
export function ensureCluster(dataDir: string, binaries: Binaries, as: RunAs): void {
  const paths = pathsOf(dataDir);
  if (existsSync(join(paths.cluster, "PG_VERSION"))) return;
  const temporary = mkdtempSync(join(dataDir, "initdb-"));
  try {
    const passwordFile = join(temporary, "password");
    const password = readOrMakeSecret(paths.password);
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    const cluster = join(temporary, "cluster");
    mkdirSync(cluster, { mode: 0o700 });
    for (const path of [temporary, passwordFile, cluster]) as.own(path);
    const { file, args, options } = as.command(binaries.initdb, [
      ...["-D", cluster, "-U", OWNER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`],
      ...["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-instructions"],
    ]);
    const made = spawnSync(file, args, { ...options, encoding: "utf8", timeout: INITDB_TIMEOUT_MS, windowsHide: true });
    if (made.status !== 0) {
      // The last line only says that it removes the folder. On a full disk, the hint is "Check free disk space."
      const lines = `${made.stderr}`.trim().split("\n");
      const said = lines.filter((line) => /\b(error|FATAL|HINT): /.test(line)).slice(0, 2);
      const reasons = (said.length > 0 ? said : lines.slice(-1)).map((line) =>
        line.replace(/^.*?\b(error|FATAL|HINT):\s*/, ""),
      );
      const reason = made.error?.message ?? reasons.join("; ");
      throw new Error(`PostgreSQL could not create its data folder in ${dataDir}: ${reason}`);
    }
    try {
      renameSync(cluster, paths.cluster);
    } catch (error) {
      // Another start was faster. Its cluster is equivalent, because it was created with the same password file.
      if (!existsSync(join(paths.cluster, "PG_VERSION"))) throw error;
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The port is 0 while it is not known. Null without a process id. */
export function readPidFile(file: string): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]) || 0 } : null;
  } catch {
    return null;
  }
}

/** A lock file that stays empty for this long was left behind by a crash. */
const EMPTY_LOCK_MS = 2_000;

/** PostgreSQL refuses to start while such a file exists, and never removes it. */
export function removeEmptyLock(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_LOCK_MS) rmSync(path, { force: true });
}

/** An eighth of the memory, in MB. PostgreSQL uses only as much as the data needs. */
const sharedBuffers = (memory: number): number => Math.min(512, Math.max(128, Math.floor(memory / 8 / 1024 ** 2)));

/** In its own session, so that Ctrl-C in the terminal does not reach it. The service stops it last. */
export function spawnPostmaster(
  dataDir: string,
  port: number,
  binaries: Binaries,
  as: RunAs,
  processes: number,
): ChildProcess {
  const paths = pathsOf(dataDir);
  rotateLog(paths.log);
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    // Each process needs at least six: lib/database/pool.ts and prepared.ts.
    max_connections: String(Math.max(80, 20 + 6 * processes)),
    shared_buffers: `${sharedBuffers(process.constrainedMemory() || totalmem())}MB`,
    // After a checkpoint, the first change of each page writes the whole page to the log, so checkpoints are rare.
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    cluster_name: clusterName(paths.cluster),
    log_min_messages: "warning",
  };
  const { file, args, options } = as.command(binaries.postgres, [
    "-D",
    paths.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const out = openSync(paths.log, "a", 0o600);
  const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", out, out], windowsHide: true });
  closeSync(out);
  child.unref();
  return child;
}
