import "server-only";
import { createHash } from "node:crypto";
import { Batcher } from "../concurrency/batcher";
import { LruMap } from "../concurrency/caches";
import { monotonic } from "../process/clock";
import { DAY_MS } from "../values/time";
import type { CountedIn, Verdict } from "./bucket";
import type { MemoryLimiter, Subject } from "./memory";
import { messageOf, type RedisClient, RedisConnection } from "./redis-connection";
import { SCRIPT, type ScriptInput, type ScriptOutput, verdictsOf } from "./redis-script";

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
  readonly connection: RedisConnection;
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
    const verdicts = subject && (await this.run(name, subject, requests.length));
    return verdicts ?? requests.map(() => null);
  }

  /** Copies the counts from Redis into this process. */
  async refresh(subject: Subject): Promise<void> {
    await this.run(keyOf(subject), subject, 0);
  }

  private async run(name: string, subject: Subject, requests: number): Promise<Verdict[] | null> {
    const { kind, wider = [] } = subject;
    const counted = this.memory.counted(subject);
    const names = [name, ...wider.map(({ id }) => keyOf({ kind, id }))];
    const input = JSON.stringify(scriptInput(subject, counted, requests));
    const text = await this.connection.request((client) => evaluate(client, names, input));
    if (text === null) return null;
    const output: ScriptOutput = JSON.parse(String(text));
    for (const [index, { bucket }] of counted.entries()) {
      const stored = output.buckets[index];
      if (!stored) continue;
      const { minute, minuteCount, day, dayCount, ban } = stored;
      Object.assign(bucket, { minute, minuteCount, day, dayCount });
      if (ban) Object.assign(bucket, { ban, banEndsAtMono: monotonic() + ban.until - output.now });
    }
    return verdictsOf(output, counted);
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

function scriptInput({ banRules, stored }: Subject, counted: CountedIn, requests: number): ScriptInput {
  return {
    requests,
    banRules: banRules ?? undefined,
    counted: counted.map(({ limit, bucket: { minute, minuteCount, day, dayCount, ban } }) => ({
      limit,
      known: { minute, minuteCount, day, dayCount, ban: ban ?? undefined },
    })),
    lifted: stored?.ban?.isLifted ? stored.ban.id : undefined,
    newBanId: crypto.randomUUID(),
    expiryMs: EXPIRY_MS,
  };
}
