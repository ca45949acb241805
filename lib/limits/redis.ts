import "server-only";
import { createHash } from "node:crypto";
import { Batcher } from "../concurrency/batcher";
import { LruMap } from "../concurrency/caches";
import { monotonic, now } from "../process/clock";
import { DAY_MS, MINUTE_MS } from "../values/time";
import type { Ban, Bucket, Counted, Verdict } from "./bucket";
import type { MemoryLimiter, Subject } from "./memory";
import { messageOf, type RedisClient, RedisConnection } from "./redis-connection";
import { BAN_FIELDS, COUNT_FIELDS, SCRIPT, type ScriptInput, type ScriptOutput, verdictsOf } from "./redis-script";

/** For EVALSHA. */
const DIGEST = createHash("sha1").update(SCRIPT).digest("hex");
/**
 * Requests for one subject that arrive while the script runs for it share its next call. After a failure no request is
 * sent again, because the script may have charged all of them.
 */
const BATCHING = { maxBatch: 500, maxParallel: 1, maxWaiting: 10_000, failsAll: () => true };
/** An evicted subject gets a new batcher; the script counts correctly either way. */
const MAX_BATCHERS = 10_000;
/** Longer than the day window, and longer than a ban affects the next one. */
const EXPIRY_MS = 2 * DAY_MS;

/**
 * One atomic script, exact for any number of processes, by the clock of Redis. The results are copied into the buckets
 * of this process, which continues from them while Redis is unavailable, and restores them in a Redis that comes back
 * empty.
 */
export class RedisLimiter {
  private readonly connection: RedisConnection;
  /** By subject: the requests that wait for its next call. */
  private readonly batchers = new LruMap<string, Batcher<Subject, Verdict | null>>(MAX_BATCHERS);

  constructor(
    url: string,
    private readonly memory: MemoryLimiter,
  ) {
    this.connection = new RedisConnection(url);
  }

  /** Null if Redis does not reply. */
  charge(subject: Subject): Promise<Verdict | null> {
    const name = keyOf(subject);
    let batcher = this.batchers.get(name);
    if (!batcher) {
      batcher = new Batcher((requests) => this.chargeTogether(name, requests), BATCHING);
      this.batchers.set(name, batcher);
    }
    return batcher.add(subject);
  }

  private async chargeTogether(name: string, requests: Subject[]): Promise<(Verdict | null)[]> {
    // If the key was changed in the meantime, its newest state applies to the whole batch.
    const subject = requests.at(-1);
    if (!subject) return [];
    const [bucket, wider] = [this.memory.bucket(subject), this.memory.wider(subject)];
    const names = [name, ...(subject.wider ?? []).map(({ id }) => keyOf({ kind: subject.kind, id }))];
    const input = JSON.stringify(scriptInput(subject, bucket, wider, requests.length));
    const text = await this.connection.request((client) => evaluate(client, names, input));
    if (text === null) return requests.map(() => null);
    const output: ScriptOutput = JSON.parse(String(text));
    copyCounts(output, output.now, bucket);
    if (output.ban) copyBan(bucket, output.ban, output.now);
    for (const [index, around] of wider.entries()) copyCounts(output.wider[index], output.now, around.bucket);
    const limits = wider.map(({ limit }) => limit);
    return verdictsOf(output, subject.limit, limits);
  }

  /** Copies the counts from Redis into this process. */
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

  ready(): Promise<void> {
    return this.connection.ready();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** By its digest, or in full when Redis does not know it, for example after a restart. */
async function evaluate(client: RedisClient, names: string[], input: string): Promise<unknown> {
  try {
    return await client.sendCommand(["EVALSHA", DIGEST, String(names.length), ...names, input]);
  } catch (error) {
    if (!messageOf(error).startsWith("NOSCRIPT")) throw error;
    return client.sendCommand(["EVAL", SCRIPT, String(names.length), ...names, input]);
  }
}

function keyOf({ kind, id }: Pick<Subject, "kind" | "id">): string {
  return `pets:limit:${kind}:${id}`;
}

function scriptInput(
  { limit, banRules, stored }: Subject,
  bucket: Bucket,
  wider: readonly Counted[],
  requests: number,
): ScriptInput {
  return {
    requests,
    limit,
    banRules: banRules ?? undefined,
    known: { ...countsOf(bucket), ban: bucket.ban ?? undefined },
    wider: wider.map((around) => ({ limit: around.limit, known: countsOf(around.bucket) })),
    lifted: stored?.ban?.isLifted ? stored.ban.id : undefined,
    newBanId: crypto.randomUUID(),
    expiryMs: EXPIRY_MS,
  };
}

const countsOf = ({ minute, minuteCount, day, dayCount }: Bucket) => ({ minute, minuteCount, day, dayCount });

function copyCounts(counts: { minuteCount: number; dayCount: number } | undefined, now: number, bucket: Bucket): void {
  if (!counts) return;
  bucket.minute = Math.floor(now / MINUTE_MS);
  bucket.minuteCount = counts.minuteCount;
  bucket.day = Math.floor(now / DAY_MS);
  bucket.dayCount = counts.dayCount;
}

function copyBan(bucket: Bucket, ban: Ban, wall: number): void {
  bucket.ban = ban;
  bucket.banEndsAtMono = monotonic() + ban.until - wall;
}
