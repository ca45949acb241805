import "server-only";
import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { JoinedCalls } from "../concurrency/caches";
import { type LogFields, lastLine, log, logError } from "../process/log";
import { singleton } from "../process/singleton";
import { isDatabaseUnavailable, isDiskFull } from "./errors";
import { areCommitsStalled, withClient } from "./pool";

/** While requests fail because of the database, in milliseconds. */
const CHECK_MS = 5_000;

const health = singleton("health", () => ({
  checks: new JoinedCalls<boolean>(),
  /** Whether requests fail because of the database, and whether one has since the last check. */
  isFailing: false,
  hasFailed: false,
  isDiskFull: false,
  isEnding: false,
}));

/**
 * Whether the database answers, can be written to, and has every migration of this version. Concurrent callers share
 * one check. Never throws.
 */
export async function isReady(): Promise<boolean> {
  return !health.isDiskFull && !health.isEnding && health.checks.join(check);
}

/** The status of a page that could not be made: 503 while the database is unavailable. */
export const failureStatus = (): 500 | 503 => (health.isFailing ? 503 : 500);

export const isWritable = (): boolean => !health.isDiskFull && !areCommitsStalled();

/** The process will end. */
export function endReadiness(): void {
  health.isEnding = true;
}

/** While the database is unavailable every request fails, so only the beginning and the end of that are logged. */
export function logFailure(message: string, error: unknown, fields: LogFields = {}): void {
  if (!isDatabaseUnavailable(error)) {
    logError(message, error, fields);
    return;
  }
  const isNew = !health.isFailing || (isDiskFull(error) && !health.isDiskFull);
  if (isNew) log("warn", "database unavailable", { reason: lastLine(error) });
  health.hasFailed = true;
  health.isDiskFull ||= isDiskFull(error);
  if (!health.isFailing) void watchFailures();
}

/** Until nothing has failed for a while, and the database and its disk can be written to. */
async function watchFailures(): Promise<void> {
  health.isFailing = true;
  do {
    health.hasFailed = false;
    await delay(CHECK_MS, undefined, { ref: false });
  } while (health.hasFailed || areCommitsStalled() || !(await check()));
  Object.assign(health, { isFailing: false, isDiskFull: false });
  log("info", "database available again");
}

async function check(): Promise<boolean> {
  try {
    const expected = await singleton("migrations", () => readdir("prisma/migrations", { withFileTypes: true }));
    const applied = new Set(await appliedMigrations());
    if (health.isDiskFull) await withClient((client) => client.query(FILL_DISK));
    return expected.every((entry) => !entry.isDirectory() || applied.has(entry.name));
  } catch {
    return false;
  }
}

/** A temporary file of some megabytes, which fails while the disk is full. It needs no rights. */
const FILL_DISK = "BEGIN; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 200000); COMMIT";

/** Returns the names of the applied migrations. @throws Error on a standby, whose connection is closed */
const appliedMigrations = () =>
  withClient(async (client) => {
    const { rows } = await client.query<{ name: string; standby: boolean }>(
      `SELECT migration_name AS name, pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS standby
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    if (rows.some(({ standby }) => standby)) throw new Error("the database is read-only");
    return rows.map(({ name }) => name);
  });
