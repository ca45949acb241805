import "server-only";
import { isTooBusy } from "../concurrency/capacity";
import { monotonic, now } from "../process/clock";
import { logError } from "../process/log";
import { settings } from "../process/settings";
import { singleton, takeSingleton } from "../process/singleton";
import type { Time, Verdict } from "./bucket";
import { MemoryLimiter, type Subject } from "./memory";
import { RedisLimiter } from "./redis";

export function limiter(): Limiter {
  return singleton("limiter", () => new Limiter(settings().REDIS_URL));
}

/** The next `limiter()` starts over. */
export async function closeLimiter(): Promise<void> {
  const open = takeSingleton<Limiter>("limiter");
  await open?.close();
}

/** In this process or, with Redis, in all together. */
class Limiter {
  private readonly memory = new MemoryLimiter();
  private readonly redis: RedisLimiter | null;

  constructor(redisUrl: string | undefined) {
    this.redis = redisUrl === undefined ? null : new RedisLimiter(redisUrl, this.memory);
  }

  /** While Redis is unavailable, this process counts alone. Never throws. */
  async charge(subject: Subject): Promise<Verdict> {
    if (!this.redis) return this.memory.charge(subject, currentTime());
    // Redis would only confirm it.
    const refusal = this.refusalFor(subject);
    if (refusal) return refusal;
    const verdict = await this.redis.charge(subject).catch((error: unknown) => {
      if (!isTooBusy(error)) logError("counting in Redis failed", error);
      return null;
    });
    return verdict ?? this.memory.charge(subject, currentTime());
  }

  /** The refusal of a request that, as far as this process knows, would change nothing, or null. */
  refusalFor(subject: Subject): Verdict | null {
    return this.memory.refusalFor(subject, currentTime());
  }

  /** As far as this process knows. */
  peek(subject: Subject): Verdict {
    return this.memory.peek(subject, currentTime());
  }

  /** Asks Redis, where there is one. */
  async peekShared(subject: Subject): Promise<Verdict> {
    this.peek(subject); // takes in what the database knows
    await this.redis?.refresh(subject);
    return this.peek(subject);
  }

  /** For at most a second. */
  async ready(): Promise<void> {
    await this.redis?.connection.ready();
  }

  async close(): Promise<void> {
    await this.redis?.connection.close();
  }
}

const currentTime = (): Time => ({ wall: now(), mono: monotonic() });
