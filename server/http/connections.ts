import type { Server } from "node:http";
import type { Socket } from "node:net";
import { halfOfRest, Shares } from "@/lib/concurrency/capacity";
import { widestBlock } from "@/lib/http/client-address";
import { monotonic } from "@/lib/process/clock";
import { log } from "@/lib/process/log";
import { settings } from "@/lib/process/settings";

/** Each may hold some 16 KB of headers and an unread response. */
const MAX_CONNECTIONS = 10_000;
const WARNING_PAUSE_MS = 60_000;
/** In milliseconds, for clients that do not read. */
const CHECK_MS = 60_000;
/** Without anything sent between this many checks. */
const MAX_STUCK_CHECKS = 3;

type Options = { maxConnections?: number; checkMs?: number };

/**
 * Without proxies in front, one IP address may have half of what the others leave free. Connections whose clients read
 * too slowly are closed.
 */
export function limitConnections(
  server: Server,
  { maxConnections = MAX_CONNECTIONS, checkMs = CHECK_MS }: Options = {},
): void {
  const shares = new Shares(halfOfRest(maxConnections));
  const open = new Map<Socket, { written: number; checks: number }>();
  const warn = warner(maxConnections);
  server.maxConnections = maxConnections;
  server.on("drop", warn);
  server.on("connection", (socket: Socket) => {
    const giveBack =
      settings().TRUSTED_PROXIES > 0 ? () => {} : shares.take(widestBlock(socket.remoteAddress ?? "unknown"));
    if (!giveBack) {
      warn();
      return socket.destroy();
    }
    open.set(socket, { written: 0, checks: 0 });
    socket.once("close", () => {
      giveBack();
      open.delete(socket);
    });
  });
  const timer = setInterval(() => closeStuck(open), checkMs).unref();
  server.once("close", () => clearInterval(timer));
}

function closeStuck(open: ReadonlyMap<Socket, { written: number; checks: number }>): void {
  for (const [socket, stuck] of open) {
    const isSame = socket.writableLength > 0 && socket.bytesWritten === stuck.written;
    stuck.checks = isSame ? stuck.checks + 1 : 0;
    stuck.written = socket.bytesWritten;
    if (stuck.checks === MAX_STUCK_CHECKS) socket.destroy();
  }
}

/** At most once a minute. */
function warner(limit: number): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (monotonic() - last < WARNING_PAUSE_MS) return;
    last = monotonic();
    log("warn", "too many connections: new ones are closed", { limit });
  };
}
