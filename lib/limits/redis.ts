import "server-only";
import { createHash } from "node:crypto";
import { Batcher } from "../concurrency/batcher";
import { LruMap } from "../concurrency/lru-map";
import { monotonic, now } from "../process/clock";
import { DAY_MS, MINUTE_MS } from "../values/time";
import type { Ban, Bucket, Verdict } from "./bucket";
import type { MemoryLimiter, Subject } from "./memory";
import { messageOf, type RedisClient, RedisConnection } from "./redis-connection";
import { BAN_FIELDS, COUNT_FIELDS, SCRIPT, type ScriptInput, type ScriptOutput, verdictsOf } from "./redis-script";

/** Redis finds the script by this digest (EVALSHA). */
const DIGEST = createHash("sha1").update(SCRIPT).digest("hex");
/**
 * Requests for one subject that arrive while the script runs for that subject share its next call. The batches are
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

/**
 * Counts in Redis (or Valkey): one atomic script, exact for any number of processes, by the clock of Redis. Concurrent
 * requests for one subject share a call, and each gets the result that it would have got alone. The results are copied
 * into the buckets of this process, which continues from them while Redis is unavailable, and restores them in a Redis
 * that comes back empty.
 */
export class RedisLimiter {
  private readonly connection: RedisConnection;
  /** By subject: the requests that wait for its next call of the script. */
  private readonly batchers = new LruMap<string, Batcher<Subject, Verdict | null>>(MAX_BATCHERS);

  constructor(
    url: string,
    private readonly memory: MemoryLimiter,
  ) {
    this.connection = new RedisConnection(url);
  }

  /** Charges a request in Redis. Returns null if Redis does not reply. */
  charge(subject: Subject): Promise<Verdict | null> {
    const name = keyOf(subject);
    let batcher = this.batchers.get(name);
    if (!batcher) {
      batcher = new Batcher((requests) => this.chargeTogether(name, requests), BATCHING);
      this.batchers.set(name, batcher);
    }
    return batcher.add(subject);
  }

  /** Charges several requests of one subject with one call of the script. */
  private async chargeTogether(name: string, requests: Subject[]): Promise<(Verdict | null)[]> {
    // If the key was changed in the meantime, its newest state applies to the whole batch.
    const subject = requests.at(-1);
    if (!subject) return [];
    const bucket = this.memory.bucket(subject);
    const input = JSON.stringify(scriptInput(subject, bucket, requests.length));
    const text = await this.connection.request((client) => evaluate(client, name, input));
    if (text === null) return requests.map(() => null);
    const output: ScriptOutput = JSON.parse(String(text));
    copyOutput(output, bucket);
    return verdictsOf(output, subject.limit);
  }

  /** Copies the counts of a subject from Redis into the bucket of this process. */
  async refresh(subject: Subject): Promise<void> {
    const fields = [...COUNT_FIELDS, ...BAN_FIELDS];
    const values = await this.connection.request((client) => client.hmGet(keyOf(subject), fields));
    if (!values) return;
    const [minute, minuteCount, day, dayCount, id, level, startedAt, until] = values.map((value) => value ?? "0");
    if (day === "0") return;
    const bucket = this.memory.bucket(subject);
    bucket.minute = Number(minute);
    bucket.minuteCount = Number(minuteCount);
    bucket.day = Number(day);
    bucket.dayCount = Number(dayCount);
    if (!id) return;
    copyBan(bucket, { id, level: Number(level), startedAt: Number(startedAt), until: Number(until) }, now());
  }

  /** Waits for the first connection, for at most a second. */
  ready(): Promise<void> {
    return this.connection.ready();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** Evaluates the script by its digest, or in full when Redis does not know it, for example after a restart. */
async function evaluate(client: RedisClient, name: string, input: string): Promise<unknown> {
  try {
    return await client.sendCommand(["EVALSHA", DIGEST, "1", name, input]);
  } catch (error) {
    if (!messageOf(error).startsWith("NOSCRIPT")) throw error;
    return client.sendCommand(["EVAL", SCRIPT, "1", name, input]);
  }
}

function keyOf({ kind, id }: Subject): string {
  return `pets:limit:${kind}:${id}`;
}

function scriptInput({ limit, banRules, stored }: Subject, bucket: Bucket, requests: number): ScriptInput {
  const { minute, minuteCount, day, dayCount, ban } = bucket;
  return {
    requests,
    limit,
    banRules: banRules ?? undefined,
    known: { minute, minuteCount, day, dayCount, ban: ban ?? undefined },
    lifted: stored?.ban?.isLifted ? stored.ban.id : undefined,
    newBanId: crypto.randomUUID(),
    expiryMs: EXPIRY_MS,
  };
}

/** Copies the state after a call of the script into the bucket of this process. */
function copyOutput({ now, minuteCount, dayCount, ban }: ScriptOutput, bucket: Bucket): void {
  bucket.minute = Math.floor(now / MINUTE_MS);
  bucket.minuteCount = minuteCount;
  bucket.day = Math.floor(now / DAY_MS);
  bucket.dayCount = dayCount;
  if (ban) copyBan(bucket, ban, now);
}

function copyBan(bucket: Bucket, ban: Ban, wall: number): void {
  bucket.ban = ban;
  bucket.banEndsAtMono = monotonic() + ban.until - wall;
}
