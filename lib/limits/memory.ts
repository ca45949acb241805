import { BoundedMap } from "../bounded-map";
import { type Bucket, charge, newBucket, peek, refusalFor, type Time, type Verdict } from "./bucket";
import type { BanRules, Limit } from "./plans";

/** Maximum number of buckets of one kind. The least recently used are evicted. */
export const MAX_BUCKETS = 100_000;

/** What a limit applies to: a key, a person or an IP address. Each kind has its own map, so none can evict another. */
export type Subject = { kind: string; id: string; limit: Limit; rules: BanRules | null };

/** Counts in the memory of this process. Exact for one process. */
export class MemoryLimiter {
  private readonly kinds = new Map<string, BoundedMap<string, Bucket>>();

  charge(subject: Subject, time: Time): Verdict {
    return charge(this.bucket(subject), subject.limit, subject.rules, time);
  }

  /** The refusal of a request that would change nothing; null when it has to be charged. Creates no bucket. */
  refusalFor({ kind, id, limit, rules }: Subject, time: Time): Verdict | null {
    const bucket = this.kinds.get(kind)?.get(id);
    return bucket ? refusalFor(bucket, limit, rules, time) : null;
  }

  /** What the next request would get. Creates no bucket. */
  peek(subject: Subject, time: Time): Verdict {
    return peek(this.kinds.get(subject.kind)?.get(subject.id) ?? newBucket(), subject.limit, time);
  }

  /** The bucket of a subject, created if necessary. */
  bucket({ kind, id }: Subject): Bucket {
    let buckets = this.kinds.get(kind);
    if (!buckets) {
      buckets = new BoundedMap(MAX_BUCKETS);
      this.kinds.set(kind, buckets);
    }
    const known = buckets.get(id);
    if (known) return known;
    const made = newBucket();
    buckets.set(id, made);
    return made;
  }

  get size(): number {
    return [...this.kinds.values()].reduce((sum, buckets) => sum + buckets.size, 0);
  }
}
