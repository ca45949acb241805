import "server-only";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createClient } from "@redis/client";
import { Batcher } from "../batcher";
import { BoundedMap } from "../bounded-map";
import { monotonic } from "../clock";
import { HangDetector } from "../hang-detector";
import { log } from "../log";
import { DAY_MS, MINUTE_MS } from "../time";
import type { Ban, Bucket, KnownLimits, Verdict } from "./bucket";
import type { MemoryLimiter, Subject } from "./memory";
import { BAN_FIELDS, COUNT_FIELDS, SCRIPT, type ScriptInput, type ScriptOutput, verdictsOf } from "./redis-script";

/** How often the connection to Redis is checked. */
const BEAT_MS = 100;
/** A request without a reply for this many beats, about a second, means that Redis hangs. */
const PATIENCE_BEATS = 10;
/** A connection that is not ready after this many beats, about three seconds, is closed. */
const OPENING_BEATS = 30;
/** How long to wait before connecting again. */
const PAUSE_MS = 1_000;
const CONNECT_MS = 1_000;
/** The digest by which Redis finds the script (EVALSHA). */
const DIGEST = createHash("sha1").update(SCRIPT).digest("hex");
/**
 * Requests for one subject that arrive while the script is busy with that subject share its next call. The batches are
 * limited because a script blocks Redis. When the queue is full, this process counts further requests alone. After a
 * failure no request is sent again, because the script may have charged all of them.
 */
const BATCHING = { maxBatch: 500, maxParallel: 1, maxWaiting: 10_000, failsAll: () => true };
/**
 * Maximum number of subjects with a batcher. An evicted subject gets a new one; the script counts correctly either way.
 */
const MAX_BATCHERS = 10_000;
/** Longer than the day window, and longer than a ban affects the next one. */
const EXPIRY_MS = 2 * DAY_MS;

type WaitingRequest = { subject: Subject; known: KnownLimits | null };

/**
 * Counts in Redis (or Valkey): one atomic script, exact for any number of processes, by the clock of Redis. Concurrent
 * requests for one subject share a call, and each gets the result that it would have got alone. The results are copied
 * into the buckets of this process. It continues from them while Redis is unavailable, and restores them in a Redis
 * that comes back empty.
 */
export class RedisLimiter {
  private client: RedisClient;
  private isUnavailable = false;
  private readonly heartbeat = setInterval(() => this.beat(), BEAT_MS).unref();
  private detector = new HangDetector(PATIENCE_BEATS);
  private openingBeats = 0;
  private readonly batchers = new BoundedMap<string, Batcher<WaitingRequest, Verdict | null>>(MAX_BATCHERS);

  constructor(
    private readonly url: string,
    private readonly memory: MemoryLimiter,
  ) {
    this.client = this.open();
  }

  /** Charges a request in Redis; null when Redis does not reply. */
  charge(subject: Subject, known: KnownLimits | null): Promise<Verdict | null> {
    const name = keyOf(subject);
    let batcher = this.batchers.get(name);
    if (!batcher) {
      batcher = new Batcher((requests) => this.chargeTogether(name, requests), BATCHING);
      this.batchers.set(name, batcher);
    }
    return batcher.add({ subject, known });
  }

  private async chargeTogether(name: string, requests: WaitingRequest[]): Promise<(Verdict | null)[]> {
    // If the key was changed in the meantime, its newest state applies to the whole batch.
    const newest = requests.at(-1);
    if (!newest) return [];
    const { subject, known } = newest;
    const bucket = this.memory.bucket(subject);
    const input = JSON.stringify(scriptInput(subject, bucket, known, requests.length));
    const text = await this.request((client) => evaluate(client, name, input));
    if (text === null) return requests.map(() => null);
    const reply: ScriptOutput = JSON.parse(String(text));
    copyReply(reply, bucket);
    return verdictsOf(reply, subject.limit);
  }

  /** Copies the counts of a subject from Redis into the bucket of this process. */
  async refresh(subject: Subject): Promise<void> {
    const fields = [...COUNT_FIELDS, ...BAN_FIELDS];
    const values = await this.request((client) => client.hmGet(keyOf(subject), fields));
    if (!values) return;
    const [minute, minuteCount, day, dayCount, id, level, startedAt, until] = values.map((value) => value ?? "0");
    if (day === "0") return;
    const bucket = this.memory.bucket(subject);
    const counts: Pick<Bucket, "minute" | "minuteCount" | "day" | "dayCount"> = {
      minute: Number(minute),
      minuteCount: Number(minuteCount),
      day: Number(day),
      dayCount: Number(dayCount),
    };
    Object.assign(bucket, counts);
    if (!id) return;
    copyBan(bucket, { id, level: Number(level), startedAt: Number(startedAt), until: Number(until) }, Date.now());
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

  /** The reply of Redis; null when it is unavailable or the connection breaks. */
  private async request<T>(send: (client: RedisClient) => Promise<T>): Promise<T | null> {
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

  private open(): RedisClient {
    const client = newClient(this.url);
    const isCurrent = () => client === this.client;
    client.on("error", (error: Error) => isCurrent() && this.noteUnavailable(error.message));
    client.on("ready", () => isCurrent() && this.noteAvailable());
    client.connect().catch((error: Error) => isCurrent() && this.noteUnavailable(error.message));
    return client;
  }

  /** When Redis hangs, it gets a new connection, which is used only once Redis answers on it. */
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

type RedisClient = ReturnType<typeof newClient>;

/** Evaluates the script by its digest, or in full when Redis does not know it, for example after a restart. */
async function evaluate(client: RedisClient, name: string, input: string): Promise<unknown> {
  try {
    return await client.sendCommand(["EVALSHA", DIGEST, "1", name, input]);
  } catch (error) {
    if (!messageOf(error).startsWith("NOSCRIPT")) throw error;
    return client.sendCommand(["EVAL", SCRIPT, "1", name, input]);
  }
}

function messageOf(error: unknown): string {
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

function keyOf({ kind, id }: Subject): string {
  return `pets:limit:${kind}:${id}`;
}

function copyBan(bucket: Bucket, ban: Ban, wall: number): void {
  bucket.ban = ban;
  bucket.banEndMono = monotonic() + ban.until - wall;
}

function scriptInput(
  { limit, rules }: Subject,
  bucket: Bucket,
  known: KnownLimits | null,
  requests: number,
): ScriptInput {
  const { minute, minuteCount, day, dayCount, ban } = bucket;
  return {
    requests,
    limit,
    rules: rules ?? undefined,
    known: { minute, minuteCount, day, dayCount, ban: ban ?? undefined },
    lifted: known?.ban?.isLifted ? known.ban.id : undefined,
    newBanId: crypto.randomUUID(),
    expiryMs: EXPIRY_MS,
  };
}

/** Copies the result of the script into the bucket of this process. */
function copyReply({ now, minuteCount, dayCount, ban }: ScriptOutput, bucket: Bucket): void {
  bucket.minute = Math.floor(now / MINUTE_MS);
  bucket.minuteCount = minuteCount;
  bucket.day = Math.floor(now / DAY_MS);
  bucket.dayCount = dayCount;
  if (ban) copyBan(bucket, ban, now);
}
