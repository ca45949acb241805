import type { Server } from "node:http";
import type { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { markToTell } from "@/lib/applications/mail-store";
import { endReadiness } from "@/lib/database/health";
import { JobWorker } from "@/lib/jobs/worker";
import { limiter } from "@/lib/limits/limiter";
import { mailJobs } from "@/lib/mail/sender";
import { isMailOn } from "@/lib/mail/store";
import { IMPORT_JOBS } from "@/lib/pets/import/import-store";
import { endConversions } from "@/lib/pets/photos/convert";
import type { Settings } from "@/lib/process/env";
import { lastLine, log } from "@/lib/process/log";
import { SECOND_MS } from "@/lib/values/time";
import { createHttpServer } from "./http/server";
import { portOf } from "./port";
import { startSweeping } from "./sweep";

/** For the requests in progress when the process ends, in milliseconds. */
const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 50;

/** Undoes one thing that was started. */
export type Closer = () => Promise<unknown>;

/** Pages and the API from this process. @throws Error with one line when the port is not available */
export async function startServing(settings: Settings, closers: Closer[], { dev = false } = {}): Promise<number> {
  await limiter().ready();
  const app = next({ dev, dir: process.cwd(), hostname: settings.HOST, port: settings.PORT });
  await app.prepare();
  closers.push(() => app.close());
  closers.push(endConversions);
  const server = createHttpServer({ next: app.getRequestHandler(), dev });
  const port = await listen(server, settings);
  const kinds = [IMPORT_JOBS];
  if (isMailOn()) kinds.push(mailJobs(markToTell));
  for (const kind of kinds) {
    const worker = new JobWorker(kind);
    worker.start();
    // Stopped after the requests in progress, which may still enqueue jobs.
    closers.push(() => worker.stop());
  }
  closers.push(() => drain(server));
  closers.push(startSweeping());
  closers.push(() => announceEnd(settings));
  return port;
}

/** With PORT 0, it is a free one. */
export function listen(server: NetServer, { HOST, PORT }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "is taken: stop what uses it or set PORT" : `cannot be used (${error.code})`;
      reject(new Error(`PORT ${PORT} on HOST ${HOST} ${reason}`));
    });
    server.listen(PORT, HOST, () => resolve(portOf(server)));
  });
}

/** Not ready, but serving until proxies have noticed. */
async function announceEnd({ DRAIN_SECONDS }: Settings): Promise<void> {
  endReadiness();
  await delay(DRAIN_SECONDS * SECOND_MS);
}

/** Waits for the requests in progress, within the limit. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A busy connection becomes idle when its request is answered, and is not closed by itself.
    const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idleCheck);
      resolve();
    });
  });
}

/** At Ctrl-C, at SIGTERM, and when the parent process ends. */
export function stopOnSignal(closers: Closer[]): void {
  for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.on(event, () => void endProcess(closers));
}

let isEnding = false;

/** After a failure, the exit code is 1. */
export async function endProcess(closers: Closer[], failure?: Error): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (failure) log("error", failure.message);
  else log("info", "stopping");
  await closeAll(closers);
  process.exit(failure ? 1 : 0);
}

/** In the reverse order. A closer that fails does not keep the others from closing. */
export async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => log("warn", "closing failed", { reason: lastLine(error) }));
  }
}
