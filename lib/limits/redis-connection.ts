import "server-only";
import { createClient } from "@redis/client";
import { ResponseWatchdog } from "../concurrency/hang-detector";
import { log } from "../process/log";

/** Without an answer to a request, or until a new connection can be used. */
const SILENT_MS = 1_000;
/** Before another connection is tried. */
const PAUSE_MS = 1_000;
/** A write by a script, like each charge. A replica, a full Redis and one that still loads its data refuse it. */
const PROBE = "redis.call('SET', KEYS[1], '1', 'PX', 1000)";

export type RedisClient = ReturnType<typeof newClient>;

/**
 * Used from the first write that Redis accepts on it until the first failure, and then replaced, so that a failover is
 * followed. Logs once when Redis goes and comes back.
 */
export class RedisConnection {
  /** Null between two connections. */
  private current: { client: RedisClient; watchdog: ResponseWatchdog } | null = null;
  private state: "new" | "available" | "unavailable" = "new";
  private readonly known = Promise.withResolvers<void>();
  private pause: NodeJS.Timeout | undefined;

  constructor(private readonly url: string) {
    this.open();
  }

  /** Null if Redis is unavailable, refuses the command, or the connection breaks. */
  async request<T>(send: (client: RedisClient) => Promise<T>): Promise<T | null> {
    if (!this.current || this.state !== "available") return null;
    const { client, watchdog } = this.current;
    watchdog.sent();
    try {
      return await send(client);
    } catch (error) {
      this.replace(client, error);
      return null;
    } finally {
      watchdog.answered();
    }
  }

  /** Until it is known whether Redis is available, for about a second. */
  ready(): Promise<void> {
    return this.known.promise;
  }

  async close(): Promise<void> {
    clearTimeout(this.pause);
    this.current?.client.destroy();
    this.current = null;
    this.known.resolve();
  }

  private open(): void {
    const client = newClient(this.url);
    const failed = (error: unknown) => this.replace(client, error);
    const watchdog = new ResponseWatchdog(SILENT_MS, () => failed(new Error("no answer for a second")));
    this.current = { client, watchdog };
    // A client that was destroyed while it connected would keep its socket, and the process alive.
    client.on("connect", () => client.isOpen || client.destroy());
    client.on("error", failed);
    watchdog.sent();
    client
      .connect()
      .then(() => client.sendCommand(["EVAL", PROBE, "1", "pets:limit:probe"]))
      .then(() => this.noteAvailable(client), failed)
      .finally(() => watchdog.answered());
  }

  /** A connection that was replaced says nothing about Redis. */
  private replace(client: RedisClient, error: unknown): void {
    if (client !== this.current?.client) return;
    this.current = null;
    client.destroy();
    this.pause = setTimeout(() => this.open(), PAUSE_MS).unref();
    if (this.state !== "unavailable") {
      log("error", "Redis is unavailable: each process counts limits alone", { reason: messageOf(error) });
    }
    this.state = "unavailable";
    this.known.resolve();
  }

  private noteAvailable(client: RedisClient): void {
    if (client !== this.current?.client) return;
    if (this.state === "unavailable") log("info", "Redis is available again: limits are shared");
    this.state = "available";
    this.known.resolve();
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // The watchdog watches all commands. A timeout for each command would cost more than the command itself.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: SILENT_MS, reconnectStrategy: false },
  });
}
