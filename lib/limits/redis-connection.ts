import "server-only";
import { once } from "node:events";
import { createClient } from "@redis/client";
import { HangDetector } from "../concurrency/hang-detector";
import { log } from "../process/log";

/** How often the connection is checked. */
const BEAT_MS = 100;
/** A request without a reply for this many beats, about a second, means that Redis hangs. */
const PATIENCE_BEATS = 10;
/** A connection that is not ready after this many beats, about three seconds, is closed. */
const OPENING_BEATS = 30;
/** How long to wait before connecting again. */
const PAUSE_MS = 1_000;
const CONNECT_MS = 1_000;

/** A client of Redis, to send commands. */
export type RedisClient = ReturnType<typeof newClient>;

/** The connection to Redis. It is replaced when it breaks or hangs, and logs once when Redis goes and comes back. */
export class RedisConnection {
  private client: RedisClient;
  private isUnavailable = false;
  private readonly heartbeat = setInterval(() => this.beat(), BEAT_MS).unref();
  private detector = new HangDetector(PATIENCE_BEATS);
  private openingBeats = 0;

  constructor(private readonly url: string) {
    this.client = this.open();
  }

  /** Sends a command and returns the reply, or null if Redis is unavailable or the connection breaks. */
  async request<T>(send: (client: RedisClient) => Promise<T>): Promise<T | null> {
    if (!this.client.isReady) return null;
    const { client, detector } = this;
    detector.sent();
    try {
      return await send(client);
    } catch (error) {
      this.noteUnavailable(messageOf(error));
      return null;
    } finally {
      detector.answered();
    }
  }

  /** Waits for the first connection, for at most a second. */
  async ready(): Promise<void> {
    if (this.client.isReady) return;
    await once(this.client, "ready", { signal: AbortSignal.timeout(CONNECT_MS) }).catch((error: Error) =>
      this.noteUnavailable(error.message),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    if (this.client.isOpen) this.client.destroy();
  }

  private open(): RedisClient {
    const client = newClient(this.url);
    const isCurrent = () => client === this.client;
    // A client that was destroyed while it connected would keep its socket, and the process alive.
    client.on("connect", () => client.isOpen || client.destroy());
    client.on("error", (error: Error) => isCurrent() && this.noteUnavailable(error.message));
    client.on("ready", () => isCurrent() && this.noteAvailable());
    client.connect().catch((error: Error) => isCurrent() && this.noteUnavailable(error.message));
    return client;
  }

  /** Replaces the connection when Redis hangs. The new one is used only once Redis answers on it. */
  private beat(): void {
    this.openingBeats = this.client.isReady ? 0 : this.openingBeats + 1;
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

  private noteUnavailable(reason: string): void {
    if (!this.isUnavailable) log("error", "Redis is unavailable: each process counts limits alone", { reason });
    this.isUnavailable = true;
  }

  private noteAvailable(): void {
    if (this.isUnavailable) log("info", "Redis is available again: limits are shared");
    this.isUnavailable = false;
  }
}

/** Returns the message of anything that a command threw. */
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
