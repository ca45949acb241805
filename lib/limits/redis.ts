import "server-only";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createClient } from "@redis/client";
import { BoundedMap } from "../bounded-map";
import { monotonic } from "../clock";
import { Batch } from "../database/batch";
import { log } from "../log";
import { DAY_MS, MINUTE_MS } from "../time";
import type { Ban, Bucket, KnownLimits, Verdict } from "./bucket";
import type { MemoryLimiter, Subject } from "./memory";
import { type Ask, type Reply, SCRIPT, verdictsOf } from "./redis-script";

/** How often it is looked whether Redis still answers, in milliseconds. */
const BEAT_MS = 100;
/** A request that is unanswered for so many beats means that Redis hangs: about a second. */
const PATIENCE_BEATS = 10;
/** A connection that is not ready after so many beats is given up: about three seconds. */
const OPENING_BEATS = 30;
/** Redis is asked for a connection again after this long, in milliseconds. */
const PAUSE_MS = 1_000;
const CONNECT_MS = 1_000;
/** By which Redis knows the script (EVALSHA). */
const DIGEST = createHash("sha1").update(SCRIPT).digest("hex");
/**
 * Requests of one subject that share a call of the script: those that came while the call before was under way. Not too many,
 * since Redis does nothing else meanwhile; who comes when far too many wait is counted by this process alone.
 */
const TOGETHER = { size: 500, parallel: 1, waiting: 10_000 };
/** Most subjects whose requests gather. One that is forgotten gathers anew: the script counts them right all the same. */
const MAX_BATCHES = 10_000;
/** A bucket outlives its day and the memory of its suspensions. */
const EXPIRY_MS = 2 * DAY_MS;

type Request = { subject: Subject; known: KnownLimits | null };

/**
 * Counts in Redis (or Valkey): one atomic script, exact over any number of processes, by the clock of Redis. Requests of one
 * key that come at the same moment share a call, and each gets what it would have got by itself.
 * What it answers is copied into this process's own buckets, from which counting goes on when Redis is away, and which tell
 * a Redis that comes back empty where to go on.
 */
export class RedisLimiter {
  private client: RedisClient;
  private away = false;
  private readonly heartbeat = setInterval(() => this.beat(), BEAT_MS).unref();
  private asked = 0;
  private answered = 0;
  /** How many had been asked at each of the last beats, the oldest first. */
  private askedAt: number[] = [];
  private openingBeats = 0;
  private readonly batches = new BoundedMap<string, Batch<Request, Verdict | null>>(MAX_BATCHES);

  constructor(
    private readonly url: string,
    private readonly memory: MemoryLimiter,
  ) {
    this.client = this.open();
  }

  /** Charges a request in Redis; null when Redis did not answer. */
  charge(subject: Subject, known: KnownLimits | null): Promise<Verdict | null> {
    const name = keyOf(subject);
    let batch = this.batches.get(name);
    if (!batch) {
      batch = new Batch((requests) => this.chargeTogether(name, requests), TOGETHER);
      this.batches.set(name, batch);
    }
    return batch.add({ subject, known });
  }

  private async chargeTogether(name: string, requests: Request[]): Promise<(Verdict | null)[]> {
    // Whatever changed about the key in this moment holds for all of them.
    const { subject, known } = requests.at(-1) as Request;
    const bucket = this.memory.bucket(subject);
    const ask = JSON.stringify(askOf(subject, bucket, known, requests.length));
    const text = await this.ask((client) => evaluate(client, name, ask));
    if (text === null) return requests.map(() => null);
    const reply: Reply = JSON.parse(String(text));
    copyReply(reply, bucket);
    return verdictsOf(reply, subject.limit);
  }

  /** Copies what Redis has counted for a subject into the bucket of this process. */
  async refresh(subject: Subject): Promise<void> {
    const fields = ["m", "mc", "d", "dc", "bi", "bl", "bs", "bu"];
    const values = await this.ask((client) => client.hmGet(keyOf(subject), fields));
    if (!values) return;
    const [minute, minuteCount, day, dayCount, id, level, startedAt, until] = values.map((value) => value ?? "0");
    if (day === "0") return;
    const bucket = this.memory.bucket(subject);
    const counts = { minute, minuteCount, day, dayCount };
    for (const [name, value] of Object.entries(counts)) Object.assign(bucket, { [name]: Number(value) });
    if (id)
      copyBan(bucket, { id, level: Number(level), startedAt: Number(startedAt), until: Number(until) }, Date.now());
  }

  /** Waits for the first connection, but not for long. */
  async ready(): Promise<void> {
    if (this.client.isReady) return;
    await once(this.client, "ready", { signal: AbortSignal.timeout(CONNECT_MS) }).catch((error: Error) =>
      this.noteAway(error.message),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeat);
    if (this.client.isOpen) this.client.destroy();
  }

  /** What Redis answers, or null when it is away or goes away meanwhile. */
  private async ask<T>(question: (client: RedisClient) => Promise<T>): Promise<T | null> {
    if (!this.client.isReady) return null;
    const { client } = this;
    this.asked++;
    try {
      return await question(client);
    } catch (error) {
      this.noteAway((error as Error).message);
      return null;
    } finally {
      // Those that a closed connection owed are no longer waited for.
      if (client === this.client) this.answered++;
    }
  }

  private open(): RedisClient {
    const client = newClient(this.url);
    const isCurrent = () => client === this.client;
    client.on("error", (error: Error) => isCurrent() && this.noteAway(error.message));
    client.on("ready", () => isCurrent() && this.noteBack());
    client.connect().catch((error: Error) => isCurrent() && this.noteAway(error.message));
    return client;
  }

  /**
   * Redis answers in turn: when something asked ten beats ago is unanswered, it hangs, and gets a new connection, which is
   * not used before Redis speaks. Beats of a busy process are late, and between two of them it has read what had arrived.
   */
  private beat(): void {
    this.openingBeats = this.client.isReady ? 0 : this.openingBeats + 1;
    this.askedAt.push(this.asked);
    const askedThen = this.askedAt.length > PATIENCE_BEATS ? Number(this.askedAt.shift()) : 0;
    if (askedThen > this.answered) this.openAnew("no answer for a second");
    else if (this.openingBeats > OPENING_BEATS) this.openAnew("no connection for three seconds");
  }

  private openAnew(reason: string): void {
    const hung = this.client;
    [this.asked, this.answered, this.askedAt, this.openingBeats] = [0, 0, [], 0];
    this.noteAway(reason);
    this.client = this.open();
    if (hung.isOpen) hung.destroy();
  }

  private noteAway(reason: string): void {
    if (!this.away) log("error", "Redis is away: limits are counted by each process alone", { reason });
    this.away = true;
  }

  private noteBack(): void {
    if (this.away) log("info", "Redis is back: limits are shared again");
    this.away = false;
  }
}

type RedisClient = ReturnType<typeof newClient>;

/** Evaluates the script by its digest; a Redis that does not know it (any more) is told it once. */
async function evaluate(client: RedisClient, name: string, ask: string): Promise<unknown> {
  try {
    return await client.sendCommand(["EVALSHA", DIGEST, "1", name, ask]);
  } catch (error) {
    if (!(error as Error).message.startsWith("NOSCRIPT")) throw error;
    return client.sendCommand(["EVAL", SCRIPT, "1", name, ask]);
  }
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // A timeout for each command costs more than the command. The heartbeat watches all of them.
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

function askOf({ limit, rules }: Subject, bucket: Bucket, known: KnownLimits | null, requests: number): Ask {
  const { minute, minuteCount, day, dayCount, ban } = bucket;
  return {
    requests,
    limit,
    rules: rules ?? undefined,
    known: { minute, minuteCount, day, dayCount, ban: ban ?? undefined },
    lifted: known?.ban?.lifted ? known.ban.id : undefined,
    newBanId: crypto.randomUUID(),
    expiryMs: EXPIRY_MS,
  };
}

/** Copies the state of Redis into the bucket of this process. */
function copyReply({ now, minuteCount, dayCount, ban }: Reply, bucket: Bucket): void {
  bucket.minute = Math.floor(now / MINUTE_MS);
  bucket.minuteCount = minuteCount;
  bucket.day = Math.floor(now / DAY_MS);
  bucket.dayCount = dayCount;
  if (ban) copyBan(bucket, ban, now);
}
