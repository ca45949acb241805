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

/** Called when PostgreSQL cannot be restarted, so that the process has to end. */
export type GiveUp = (error: Error) => void;

/**
 * Starts or adopts the embedded PostgreSQL. A service passes `giveUp`: it owns PostgreSQL, keeps it alive and stops it
 * last. A command uses it beside the service, and stops it only if it started it.
 * @throws Error with one line
 */
export async function startEmbeddedPostgres(settings: Settings, closers: Closer[], giveUp?: GiveUp): Promise<Postgres> {
  for (let tries = 1; ; tries++) {
    try {
      return await (giveUp ? startForService(settings, closers, giveUp) : startForCommand(settings, closers));
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

async function startForService({ DATA_DIR, WORKERS }: Settings, closers: Closer[], giveUp: GiveUp): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: DATA_DIR, processes: WORKERS });
  const { port } = postgres;
  const lock = await holdServiceLock(postgres.serviceUrl, LOCK_PATIENCE_MS);
  if (!lock) throw new Error(`DATA_DIR ${DATA_DIR} is in use: a service or a command is already running on it`);
  const supervisor = new PostgresSupervisor(postgres, lock, {
    restart: (signal) => startPostgres({ dataDir: DATA_DIR, processes: WORKERS, port, signal }),
    giveUp: () => giveUp(new Error(diedTooOften(DATA_DIR))),
  });
  closers.push(() => supervisor.stop());
  const stopRotation = keepLogSmall(pathsOf(DATA_DIR).log);
  closers.push(async () => stopRotation());
  return postgres;
}

const diedTooOften = (dataDir: string) =>
  `PostgreSQL in DATA_DIR ${dataDir} ended 5 times within 5 minutes; ${pathsOf(dataDir).log} says why`;
