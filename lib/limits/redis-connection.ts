import "server-only";
import { EventEmitter, once } from "node:events";
import { createClient } from "@redis/client";
import { HangDetector } from "../concurrency/hang-detector";
import { log } from "../process/log";

const BEAT_MS = 100;
/** A request without a reply for this many beats, about a second: Redis hangs. */
const PATIENCE_BEATS = 10;
/** A connection on which Redis counts nothing for about three seconds is replaced. */
const OPENING_BEATS = 30;
const PAUSE_MS = 1_000;
const CONNECT_MS = 1_000;
/** A write by a script, like each charge. A replica, a full Redis and one that still loads its data refuse it. */
const PROBE = "redis.call('HSET', KEYS[1], 'p', '1') redis.call('PEXPIRE', KEYS[1], 1000)";

export type RedisClient = ReturnType<typeof newClient>;

/**
 * Used from the first write that Redis accepts on it until the first failure, and then replaced, so that a failover is
 * followed. Logs once when Redis goes and comes back.
 */
export class RedisConnection {
  private client: RedisClient;
  private state: "new" | "available" | "unavailable" = "new";
  private readonly events = new EventEmitter<{ known: [] }>();
  private readonly heartbeat = setInterval(() => this.beat(), BEAT_MS).unref();
  private detector = new HangDetector(PATIENCE_BEATS);
  private openingBeats = 0;

  constructor(private readonly url: string) {
    this.client = this.open();
  }

  /** Null if Redis is unavailable, refuses the command, or the connection breaks. */
  async request<T>(send: (client: RedisClient) => Promise<T>): Promise<T | null> {
    if (this.state !== "available") return null;
    const { client, detector } = this;
    detector.sent();
    try {
      return await send(client);
    } catch (error) {
      this.noteFailure(client, error);
      return null;
    } finally {
      detector.answered();
    }
  }

  /** Until it is known whether Redis is available, for at most a second. */
  async ready(): Promise<void> {
    if (this.state !== "new") return;
    await once(this.events, "known", { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() =>
      this.noteUnavailable("no answer for a second"),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    if (this.client.isOpen) this.client.destroy();
  }

  private open(): RedisClient {
    const client = newClient(this.url);
    const failed = (error: unknown) => this.noteFailure(client, error);
    // A client that was destroyed while it connected would keep its socket, and the process alive.
    client.on("connect", () => client.isOpen || client.destroy());
    client.on("error", failed);
    client.on("ready", () => this.probe(client).catch(failed));
    client.connect().catch(failed);
    return client;
  }

  private async probe(client: RedisClient): Promise<void> {
    await client.sendCommand(["EVAL", PROBE, "1", "pets:limit:probe"]);
    if (client === this.client) this.noteAvailable();
  }

  private beat(): void {
    this.openingBeats = this.state === "available" ? 0 : this.openingBeats + 1;
    if (this.detector.beat()) this.openAnew("no answer for a second");
    else if (this.openingBeats > OPENING_BEATS) this.openAnew("no connection for three seconds");
  }

  private openAnew(reason: string): void {
    const hung = this.client;
    this.detector = new HangDetector(PATIENCE_BEATS);
    this.openingBeats = 0;
    this.noteUnavailable(reason);
    this.client = this.open();
    if (hung.isOpen) hung.destroy();
  }

  /** A connection that was replaced says nothing about Redis. */
  private noteFailure(client: RedisClient, error: unknown): void {
    if (client === this.client) this.noteUnavailable(messageOf(error));
  }

  private noteUnavailable(reason: string): void {
    if (this.state !== "unavailable") {
      log("error", "Redis is unavailable: each process counts limits alone", { reason });
    }
    this.state = "unavailable";
    this.events.emit("known");
  }

  private noteAvailable(): void {
    if (this.state === "unavailable") log("info", "Redis is available again: limits are shared");
    this.state = "available";
    this.events.emit("known");
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // The heartbeat watches all commands. A timeout for each command would cost more than the command itself.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: PAUSE_MS },
  });
}
