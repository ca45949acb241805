import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";
import { closeDb } from "@/lib/database/client";
import { flushUsage } from "@/lib/keys/usage-store";
import { closeLimiter } from "@/lib/limits/limiter";
import { readEnv, type Settings } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { setSettings } from "@/lib/process/settings";
import { SECOND_MS } from "@/lib/values/time";
import type { ReadySettings } from "./database/prepare";
import { type Closer, closeAll, listen, startServing, stopOnSignal } from "./serving";

/** Before a worker that ended is replaced, because it may end at once again. */
const RESTART_PAUSE_MS = 1_000;
/** After DRAIN_SECONDS. Longer than its requests in progress may take. */
const STOP_TIMEOUT_MS = 15_000;

export const isWorker = (): boolean => cluster.isWorker;

/**
 * All on one port; those that end are replaced. This process keeps the database and serves nothing.
 * @throws Error with one line when the port is not available or a worker does not start
 */
export async function startWorkers(settings: ReadySettings, closers: Closer[]): Promise<number> {
  await requirePort(settings);
  if (settings.REDIS_URL === undefined) {
    log("warn", "without REDIS_URL each worker counts requests separately: limits are up to WORKERS times as high");
  }
  cluster.setupPrimary({ exec: "server/start.mjs", args: [] });
  let isStopping = false;
  closers.push(async () => {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stop(worker, settings)));
  });
  // Workers get what the start found out through their environment.
  const { DATABASE_URL, AUTH_SECRET } = settings;
  const start = () => cluster.fork({ DATABASE_URL, AUTH_SECRET });
  cluster.on("exit", (_worker, code, signal) => {
    if (isStopping) return;
    log("error", "a worker ended", { code, signal });
    setTimeout(() => isStopping || start(), RESTART_PAUSE_MS);
  });
  const [port = 0] = await Promise.all(Array.from({ length: settings.WORKERS }, () => whenListening(start())));
  return port;
}

/** With the database of the process that started it. */
export async function startWorker(): Promise<void> {
  const closers: Closer[] = [closeDb, flushUsage, closeLimiter];
  try {
    const settings = readEnv();
    setSettings(settings);
    stopOnSignal(closers);
    await startServing(settings, closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** Before any worker is started. */
async function requirePort(settings: Settings): Promise<void> {
  const trial = createServer();
  await listen(trial, settings);
  await new Promise((resolve) => trial.close(resolve));
}

async function whenListening(worker: Worker): Promise<number> {
  const ended = once(worker, "exit").then(() => Promise.reject(new Error("a worker ended while it was starting")));
  const [{ port }] = await Promise.race([once(worker, "listening"), ended]);
  ended.catch(() => {});
  return port;
}

async function stop(worker: Worker, { DRAIN_SECONDS }: Settings): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.process.kill("SIGTERM");
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), DRAIN_SECONDS * SECOND_MS + STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
