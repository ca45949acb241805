import type { Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import next from "next";
import type { Settings } from "@/lib/env";
import { limiter } from "@/lib/limits/limiter";
import { log } from "@/lib/log";
import { createHttpServer } from "./http";
import { startSweeping } from "./sweep";

/** Requests under way at the end get this long, in milliseconds. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;

/** Undoes one thing that was started. */
export type Closer = () => Promise<unknown>;

/**
 * Serves pages and API from this process; returns the port.
 * @throws Error with one line that names the port when it cannot be had
 */
export async function startServing(settings: Settings, closers: Closer[], { dev = false } = {}): Promise<number> {
  await limiter().ready();
  const app = next({ dev, dir: process.cwd(), hostname: settings.HOST, port: settings.PORT });
  await app.prepare();
  closers.push(() => app.close());
  const server = createHttpServer({ next: app.getRequestHandler(), direct: !dev, dev });
  const port = await listen(server, settings);
  closers.push(() => drain(server));
  closers.push(startSweeping());
  return port;
}

/** Listens where the settings say; returns the port, which is another when they say 0. */
export function listen(server: NetServer, { HOST, PORT }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE" ? "is taken: stop what uses it or set PORT" : `cannot be used (${error.code})`;
      reject(new Error(`PORT ${PORT} on HOST ${HOST} ${reason}`));
    });
    server.listen(PORT, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Takes no new requests and lets those under way finish, within the limit. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection that was busy becomes idle, not closed, when its request is answered.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(hurry);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** Closes everything and ends the process at Ctrl-C, at SIGTERM, and when the process that this one works for is gone. */
export function stopOnSignal(closers: Closer[]): void {
  for (const event of ["SIGINT", "SIGTERM", "disconnect"]) process.on(event, () => void endProcess(closers));
}

let isEnding = false;

/** Closes everything and ends the process, with one line and exit code 1 when it has to end because of a failure. */
export async function endProcess(closers: Closer[], failure?: Error): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (failure) log("error", failure.message);
  else log("info", "stopping");
  await closeAll(closers);
  process.exit(failure ? 1 : 0);
}

/** Closes in the reverse order of opening; one that fails does not keep the others from closing. */
export async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    await close().catch((error: unknown) => log("warn", "closing failed", { error: String(error).slice(0, 500) }));
  }
}
