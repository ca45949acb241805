import "server-only";
import { monotonic, now } from "../clock";
import { settings } from "../settings";
import { forget, singleton } from "../singleton";
import type { Bucket, KnownLimits, Time, Verdict } from "./bucket";
import { MemoryLimiter, type Subject } from "./memory";
import { RedisLimiter } from "./redis";

/** Counts requests; with REDIS_URL together with every other process. */
export type Limiter = {
  /** Charges a request or refuses it. Never throws: when Redis is away, this process counts by itself. */
  charge(subject: Subject, known: KnownLimits | null): Verdict | Promise<Verdict>;
  /** The refusal of a request that leaves no mark, as far as this process knows; null when it has to be charged. */
  refuse(subject: Subject, known: KnownLimits | null): Verdict | null;
  /** What the next request would get, as far as this process knows. */
  peek(subject: Subject, known: KnownLimits | null): Verdict;
  /** The same, as far as anybody knows: asks Redis, where there is one. */
  look(subject: Subject, known: KnownLimits | null): Promise<Verdict>;
  /** Waits until counting together can begin; for a second at most. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/** The one limiter of this process. */
export function limiter(): Limiter {
  return singleton("limiter", () => {
    const memory = new MemoryLimiter();
    const url = settings().REDIS_URL;
    const redis = url === undefined ? null : new RedisLimiter(url, memory);
    const peek: Limiter["peek"] = (subject, known) => {
      const time = present();
      if (known) adopt(memory.bucket(subject), known, time);
      return memory.peek(subject, time);
    };
    const chargeHere = (subject: Subject, known: KnownLimits | null) => {
      const time = present();
      if (known) adopt(memory.bucket(subject), known, time);
      return memory.charge(subject, time);
    };
    const refuse: Limiter["refuse"] = (subject, known) => {
      const time = present();
      if (known) adopt(memory.bucket(subject), known, time);
      return memory.refuse(subject, time);
    };
    const chargeThere = (redis: RedisLimiter, subject: Subject, known: KnownLimits | null) =>
      redis.charge(subject, known).then(
        (verdict) => verdict ?? chargeHere(subject, known),
        () => chargeHere(subject, known),
      );
    // What Redis could only repeat is not asked for.
    const charge: Limiter["charge"] = redis
      ? (subject, known) => refuse(subject, known) ?? chargeThere(redis, subject, known)
      : chargeHere;
    const look: Limiter["look"] = async (subject, known) => {
      await redis?.refresh(subject);
      return peek(subject, known);
    };
    return { charge, refuse, peek, look, ready: async () => redis?.ready(), close: async () => redis?.close() };
  });
}

/** Ends the connection to Redis, if there is one. The next `limiter()` starts anew. */
export async function closeLimiter(): Promise<void> {
  const open = singleton<Limiter | null>("limiter", () => null);
  forget("limiter");
  await open?.close();
}

function present(): Time {
  return { wall: now(), mono: monotonic() };
}

/** Brings what the database knows into a bucket: counts into a new one, a suspension of another process, a lifted one. */
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
    // Whatever the clock says by now, nobody waits longer than the suspension was meant to take.
    bucket.banEndMono = mono + Math.min(ban.until - wall, ban.until - ban.startedAt);
  }
  if (ban.lifted && bucket.ban?.id === ban.id) bucket.banEndMono = Math.min(bucket.banEndMono, mono);
}
