import { isDatabaseUnavailable } from "@/lib/database/errors";
import type { Settings } from "@/lib/process/env";
import type { Closer } from "../serving";
import { pathsOf } from "./cluster";
import { holdServiceLock } from "./lock";
import { keepLogSmall } from "./log";
import { type Postgres, startPostgres } from "./postgres";
import { PostgresSupervisor } from "./supervisor";

/** A command that is about to end may still hold the lock. */
const LOCK_PATIENCE_MS = 3_000;
/** When another owner stops PostgreSQL just as this process has found it. */
const MAX_TRIES = 3;

export type Use = {
  /** A service owns PostgreSQL and keeps it alive. A command uses it beside the service. */
  as: "service" | "command";
  /** PostgreSQL cannot be restarted. The process has to end. */
  giveUp?(error: Error): void;
};

/**
 * Starts or adopts the embedded PostgreSQL. A service owns it and stops it last; a command stops it only if it started
 * it.
 * @throws Error with one line
 */
export async function startEmbeddedPostgres(settings: Settings, closers: Closer[], use: Use): Promise<Postgres> {
  for (let tries = 1; ; tries++) {
    try {
      if (use.as === "command") return await startForCommand(settings, closers);
      return await startForService(settings, closers, use);
    } catch (error) {
      // Its owner stopped it just as we found it.
      if (tries === MAX_TRIES || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

async function startForCommand({ DATA_DIR, WORKERS }: Settings, closers: Closer[]): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: DATA_DIR, processes: WORKERS });
  const lock = postgres.wasRunning ? null : await holdServiceLock(postgres.serviceUrl, 0);
  // Without the lock, a service has adopted it in the meantime. With the lock, another command may still be using it.
  if (lock) closers.push(lock.release, postgres.stop, lock.untilAlone);
  return postgres;
}

async function startForService({ DATA_DIR, WORKERS }: Settings, closers: Closer[], use: Use): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: DATA_DIR, processes: WORKERS });
  const { port } = postgres;
  const lock = await holdServiceLock(postgres.serviceUrl, LOCK_PATIENCE_MS);
  if (!lock) throw new Error(`DATA_DIR ${DATA_DIR} is in use: a service or a command is already running on it`);
  const supervisor = new PostgresSupervisor(postgres, lock, {
    restart: (signal) => startPostgres({ dataDir: DATA_DIR, processes: WORKERS, port, signal }),
    giveUp: () => use.giveUp?.(new Error(diedTooOften(DATA_DIR))),
  });
  closers.push(() => supervisor.stop());
  const stopRotation = keepLogSmall(pathsOf(DATA_DIR).log);
  closers.push(async () => stopRotation());
  return postgres;
}

const diedTooOften = (dataDir: string) =>
  `PostgreSQL in DATA_DIR ${dataDir} ended 5 times within 5 minutes; ${pathsOf(dataDir).log} says why`;
