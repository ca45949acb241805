import "server-only";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createClient } from "@redis/client";
import { monotonic } from "../clock";
import { log } from "../log";
import { type Ban, type Bucket, DAY_MS, MINUTE_MS, peek, type Verdict } from "./bucket";
import type { KnownLimits } from "./limiter";
import type { MemoryLimiter, Subject } from "./memory";
import { SCRIPT } from "./redis-script";

/** How often it is looked whether Redis still answers, in milliseconds. */
const BEAT_MS = 100;
/** A request that is unanswered for so many beats means that Redis hangs: about a second. */
const PATIENCE_BEATS = 10;
/** Redis is asked for a connection again after this long, in milliseconds. */
const PAUSE_MS = 1_000;
const CONNECT_MS = 1_000;
/** By which Redis knows the script (EVALSHA). */
const DIGEST = createHash("sha1").update(SCRIPT).digest("hex");
/** A bucket outlives its day and the memory of its suspensions. */
const EXPIRY_MS = 2 * DAY_MS;

/**
 * Counts in Redis (or Valkey): one atomic script a request, exact over any number of processes, by the clock of Redis.
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

  constructor(
    private readonly url: string,
    private readonly memory: MemoryLimiter,
  ) {
    this.client = this.open();
  }

  /** Charges a request in Redis; null when Redis did not answer. */
  async charge(subject: Subject, known: KnownLimits | null): Promise<Verdict | null> {
    const bucket = this.memory.bucket(subject);
    const script = { keys: [keyOf(subject)], arguments: argumentsOf(subject, bucket, known) };
    const reply = (await this.ask((client) => run(client, script))) as Reply | null;
    return reply && readReply(reply, subject, bucket);
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
    this.askedAt.push(this.asked);
    if (this.askedAt.length <= PATIENCE_BEATS) return;
    if (Number(this.askedAt.shift()) <= this.answered) return;
    const hung = this.client;
    [this.asked, this.answered, this.askedAt] = [0, 0, []];
    this.noteAway("no answer for a second");
    this.client = this.open();
    hung.destroy();
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

/** Runs the script by its digest; a Redis that does not know it (any more) is told it once. */
async function run(client: RedisClient, script: { keys: string[]; arguments: string[] }): Promise<unknown> {
  try {
    return await client.evalSha(DIGEST, script);
  } catch (error) {
    if (!(error as Error).message.startsWith("NOSCRIPT")) throw error;
    return client.eval(SCRIPT, script);
  }
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
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

function argumentsOf({ limit, rules }: Subject, bucket: Bucket, known: KnownLimits | null): string[] {
  const { ban } = bucket;
  return [
    limit.perMinute,
    limit.perDay,
    ...(rules ? [rules.strikes, rules.forgivenMs, rules.forgetMs, rules.stepsMs.join(",")] : [0, 0, 0, ""]),
    ...[bucket.minute, bucket.minuteCount, bucket.day, bucket.dayCount],
    ...(ban ? [ban.id, ban.level, ban.startedAt, ban.until] : ["", 0, 0, 0]),
    known?.ban?.lifted ? known.ban.id : "",
    crypto.randomUUID(),
    EXPIRY_MS,
  ].map(String);
}

/** What the script returns; numbers of milliseconds come as text. */
type Reply = [
  refused: number,
  now: string,
  minuteCount: number,
  dayCount: number,
  banId: string,
  banLevel: number,
  banStartedAt: string,
  banUntil: string,
  isNewBan: number,
];

const REFUSED = [null, "rate_limited", "key_suspended"] as const;

/** Copies the state of Redis into the bucket of this process, and says what was decided. */
function readReply(reply: Reply, { limit }: Subject, bucket: Bucket): Verdict {
  const [refused, nowText, minuteCount, dayCount, banId, level, startedAt, until, isNewBan] = reply;
  const [wall, mono] = [Number(nowText), monotonic()];
  Object.assign(bucket, {
    minute: Math.floor(wall / MINUTE_MS),
    minuteCount,
    day: Math.floor(wall / DAY_MS),
    dayCount,
  });
  if (banId) copyBan(bucket, { id: banId, level, startedAt: Number(startedAt), until: Number(until) }, wall);
  const seen = peek(bucket, limit, { wall, mono });
  return { ...seen, refused: REFUSED[refused] ?? null, newBan: isNewBan ? bucket.ban : null };
}
