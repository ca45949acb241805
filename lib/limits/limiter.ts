import "server-only";
import { isTooBusy } from "../concurrency/capacity";
import { monotonic, now } from "../process/clock";
import { logError } from "../process/log";
import { settings } from "../process/settings";
import { singleton, takeSingleton } from "../process/singleton";
import type { Time, Verdict } from "./bucket";
import { MemoryLimiter, type Subject } from "./memory";
import { RedisLimiter } from "./redis";

/** Returns the one limiter of this process. */
export function limiter(): Limiter {
  return singleton("limiter", () => new Limiter(settings().REDIS_URL));
}

/** Closes the connection to Redis, if there is one. The next `limiter()` starts over. */
export async function closeLimiter(): Promise<void> {
  const open = takeSingleton<Limiter>("limiter");
  await open?.close();
}

/** Counts requests in this process or, with Redis, in all processes together. */
class Limiter {
  private readonly memory = new MemoryLimiter();
  private readonly redis: RedisLimiter | null;

  constructor(redisUrl: string | undefined) {
    this.redis = redisUrl === undefined ? null : new RedisLimiter(redisUrl, this.memory);
  }

  /** Charges a request or refuses it. Never throws. While Redis is unavailable, this process counts alone. */
  async charge(subject: Subject): Promise<Verdict> {
    if (!this.redis) return this.memory.charge(subject, currentTime());
    // If this process already knows that the subject is refused, Redis would only confirm it.
    const refusal = this.refusalFor(subject);
    if (refusal) return refusal;
    const verdict = await this.redis.charge(subject).catch((error: unknown) => {
      if (!isTooBusy(error)) logError("counting in Redis failed", error);
      return null;
    });
    return verdict ?? this.memory.charge(subject, currentTime());
  }

  /**
   * Returns the refusal of a request that, as far as this process knows, would change nothing, or null if the request
   * has to be charged.
   */
  refusalFor(subject: Subject): Verdict | null {
    return this.memory.refusalFor(subject, currentTime());
  }

  /** Returns the windows as they are now, and a ban if there is one, as far as this process knows. */
  peek(subject: Subject): Verdict {
    return this.memory.peek(subject, currentTime());
  }

  /** Returns the windows as they are now, and a ban if there is one. Asks Redis, where there is one. */
  async peekShared(subject: Subject): Promise<Verdict> {
    await this.redis?.refresh(subject);
    return this.peek(subject);
  }

  /** Waits until Redis can be used, for at most a second. */
  async ready(): Promise<void> {
    await this.redis?.ready();
  }

  async close(): Promise<void> {
    await this.redis?.close();
  }
}

const currentTime = (): Time => ({ wall: now(), mono: monotonic() });
