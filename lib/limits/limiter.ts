import "server-only";
import { monotonic, now } from "../clock";
import { logError } from "../log";
import { settings } from "../settings";
import { singleton, takeSingleton } from "../singleton";
import { isTooBusy } from "../too-busy";
import type { Bucket, KnownLimits, Time, Verdict } from "./bucket";
import { MemoryLimiter, type Subject } from "./memory";
import { RedisLimiter } from "./redis";

/** The one limiter of this process. */
export function limiter(): Limiter {
  return singleton("limiter", () => new Limiter(settings().REDIS_URL));
}

/** Closes the connection to Redis, if there is one. The next `limiter()` starts afresh. */
export async function closeLimiter(): Promise<void> {
  const open = takeSingleton<Limiter>("limiter");
  await open?.close();
}

/** Counts requests in this process or, with Redis, in all processes together. `known` is what the database knows. */
class Limiter {
  private readonly memory = new MemoryLimiter();
  private readonly redis: RedisLimiter | null;

  constructor(redisUrl: string | undefined) {
    this.redis = redisUrl === undefined ? null : new RedisLimiter(redisUrl, this.memory);
  }

  /** Charges a request or refuses it. Never throws. While Redis is unavailable, this process counts alone. */
  async charge(subject: Subject, known: KnownLimits | null): Promise<Verdict> {
    if (!this.redis) return this.chargeHere(subject, known);
    // If this process already knows that the subject is refused, Redis would only confirm it.
    const refusal = this.refusalFor(subject, known);
    if (refusal) return refusal;
    const verdict = await this.redis.charge(subject, known).catch((error: unknown) => {
      if (!isTooBusy(error)) logError("counting in Redis failed", error);
      return null;
    });
    return verdict ?? this.chargeHere(subject, known);
  }

  private chargeHere(subject: Subject, known: KnownLimits | null): Verdict {
    const time = currentTime();
    this.adoptStored(subject, known, time);
    return this.memory.charge(subject, time);
  }

  /**
   * The refusal of a request that would change nothing, as far as this process knows; null when it has to be charged.
   */
  refusalFor(subject: Subject, known: KnownLimits | null): Verdict | null {
    const time = currentTime();
    this.adoptStored(subject, known, time);
    return this.memory.refusalFor(subject, time);
  }

  /** What the next request would get, as far as this process knows. */
  peek(subject: Subject, known: KnownLimits | null): Verdict {
    const time = currentTime();
    this.adoptStored(subject, known, time);
    return this.memory.peek(subject, time);
  }

  /** What the next request would get. Asks Redis, where there is one. */
  async peekShared(subject: Subject, known: KnownLimits | null): Promise<Verdict> {
    await this.redis?.refresh(subject);
    return this.peek(subject, known);
  }

  /** Waits until Redis can be used, for at most a second. */
  async ready(): Promise<void> {
    await this.redis?.ready();
  }

  async close(): Promise<void> {
    await this.redis?.close();
  }

  /** Merges the stored state into the subject's bucket. */
  private adoptStored(subject: Subject, known: KnownLimits | null, time: Time): void {
    if (known) adopt(this.memory.bucket(subject), known, time);
  }
}

const currentTime = (): Time => ({ wall: now(), mono: monotonic() });

/** Merges the stored state into a bucket: counts (if the bucket is new), a ban by another process, a lifted ban. */
function adopt(bucket: Bucket, known: KnownLimits, { wall, mono }: Time): void {
  if (bucket.day === 0) {
    bucket.minute = known.minute;
    bucket.minuteCount = known.minuteCount;
    bucket.day = known.day;
    bucket.dayCount = known.dayCount;
  }
  const { ban } = known;
  if (!ban) return;
  if (ban.startedAt > (bucket.ban?.startedAt ?? Number.NEGATIVE_INFINITY)) {
    bucket.ban = ban;
    // Even if the clock was changed, a caller waits no longer than the ban was meant to last.
    bucket.banEndMono = mono + Math.min(ban.until - wall, ban.until - ban.startedAt);
  }
  if (ban.isLifted && bucket.ban?.id === ban.id) bucket.banEndMono = Math.min(bucket.banEndMono, mono);
}
