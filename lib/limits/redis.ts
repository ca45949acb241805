import "server-only";
import { createClient } from "@redis/client";
import { monotonic } from "../clock";
import { log } from "../log";
import { type Ban, type Bucket, DAY_MS, MINUTE_MS, peek, type Verdict } from "./bucket";
import type { KnownLimits } from "./limiter";
import type { MemoryLimiter, Subject } from "./memory";
import { SCRIPT } from "./redis-script";

/** A decision that Redis takes longer for is taken here, in milliseconds. */
const PATIENCE_MS = 150;
/** After a failure Redis is left alone for this long, in milliseconds. */
const PAUSE_MS = 1_000;
const CONNECT_MS = 1_000;
/** A bucket outlives its day and the memory of its suspensions. */
const EXPIRY_MS = 2 * DAY_MS;

/**
 * Counts in Redis (or Valkey): one atomic script a request, exact over any number of processes, by the clock of Redis.
 * What it answers is copied into this process's own buckets, from which counting goes on when Redis is away, and which tell
 * a Redis that comes back empty where to go on.
 */
export class RedisLimiter {
  private readonly client;
  private pausedUntil = 0;
  private away = false;

  constructor(
    url: string,
    private readonly memory: MemoryLimiter,
  ) {
    this.client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: PAUSE_MS },
    });
    this.client.on("error", (error: Error) => this.noteFailure(error));
    this.client.connect().catch((error: Error) => this.noteFailure(error));
  }

  /** Charges a request in Redis; null when Redis did not answer. */
  async charge(subject: Subject, known: KnownLimits | null): Promise<Verdict | null> {
    if (!this.client.isReady || performance.now() < this.pausedUntil) return null;
    const bucket = this.memory.bucket(subject);
    try {
      const reply = await withPatience(
        this.client.eval(SCRIPT, {
          keys: [keyOf(subject)],
          arguments: argumentsOf(subject, bucket, known),
        }),
      );
      if (this.away) log("info", "Redis is back: limits are shared again");
      this.away = false;
      return readReply(reply as Reply, subject, bucket);
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.noteFailure(error as Error);
      return null;
    }
  }

  /** Copies what Redis has counted for a subject into the bucket of this process. */
  async refresh(subject: Subject): Promise<void> {
    if (!this.client.isReady || performance.now() < this.pausedUntil) return;
    const fields = ["m", "mc", "d", "dc", "bi", "bl", "bs", "bu"];
    try {
      const values = await withPatience(this.client.hmGet(keyOf(subject), fields));
      const [minute, minuteCount, day, dayCount, id, level, startedAt, until] = values.map((value) => value ?? "0");
      if (day === "0") return;
      const bucket = this.memory.bucket(subject);
      const counts = { minute, minuteCount, day, dayCount };
      for (const [name, value] of Object.entries(counts)) Object.assign(bucket, { [name]: Number(value) });
      if (id)
        copyBan(bucket, { id, level: Number(level), startedAt: Number(startedAt), until: Number(until) }, Date.now());
    } catch (error) {
      this.noteFailure(error as Error);
    }
  }

  async close(): Promise<void> {
    if (this.client.isOpen) this.client.destroy();
  }

  private noteFailure(error: Error): void {
    if (!this.away) log("error", "Redis is away: limits are counted by each process alone", { reason: error.message });
    this.away = true;
  }
}

function keyOf({ kind, id }: Subject): string {
  return `pets:limit:${kind}:${id}`;
}

function copyBan(bucket: Bucket, ban: Ban, wall: number): void {
  bucket.ban = ban;
  bucket.banEndMono = monotonic() + ban.until - wall;
}

async function withPatience<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
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
