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

/** A worker that ends this soon is replaced after a pause. */
const SHORT_LIFE_MS = 5_000;
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
  const began = new Map<number, number>();
  const start = () => {
    // Workers get what the start found out through their environment.
    const worker = cluster.fork({ DATABASE_URL: settings.DATABASE_URL, AUTH_SECRET: settings.AUTH_SECRET });
    began.set(worker.id, Date.now());
    return worker;
  };
  const workers = Array.from({ length: settings.WORKERS }, start);
  const replace = (worker: Worker, code: number, signal: string) => {
    if (isStopping) return;
    log("error", "a worker ended; another one is started", { code, signal });
    const life = Date.now() - (began.get(worker.id) ?? 0);
    began.delete(worker.id);
    const restart = () => {
      if (!isStopping) start();
    };
    setTimeout(restart, life < SHORT_LIFE_MS ? RESTART_PAUSE_MS : 0);
  };
  const [port = 0] = await Promise.all(workers.map(whenListening));
  cluster.on("exit", replace);
  // One may have ended while another was still starting.
  for (const worker of workers) {
    if (worker.isDead()) replace(worker, worker.process.exitCode ?? 0, worker.process.signalCode ?? "");
  }
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
