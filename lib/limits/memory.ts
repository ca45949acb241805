import { LruMap } from "../concurrency/caches";
import { addressBlocks } from "../http/client-address";
import {
  type Bucket,
  type CountedIn,
  charge,
  newBucket,
  peek,
  refusalFor,
  type StoredLimits,
  type Time,
  type Verdict,
} from "./bucket";
import type { BanRules, Limit } from "./plans";

/** Of one kind. The least recently used are evicted. */
export const MAX_BUCKETS = 100_000;

/** A key, a person or an IP address. Each kind has its own map, so none can evict another. */
export type Subject = {
  kind: string;
  id: string;
  limit: Limit;
  banRules: BanRules | null;
  /** For keys: what the database knows. */
  stored: StoredLimits | null;
  /** Of an IPv6 address. A request has to fit in all of them. */
  wider?: readonly { id: string; limit: Limit }[];
};

export function subjectOfAddress(kind: string, address: string, { perMinute, perDay }: Limit): Subject {
  const [own, ...wider] = addressBlocks(address).map(({ block, factor }) => ({
    id: block,
    limit: { perMinute: perMinute * factor, perDay: perDay * factor },
  })) as [{ id: string; limit: Limit }];
  return { kind, ...own, banRules: null, stored: null, wider };
}

/** Exact for one process. */
export class MemoryLimiter {
  private readonly kinds = new Map<string, LruMap<string, Bucket>>();

  charge(subject: Subject, time: Time): Verdict {
    this.merge(subject, time);
    return charge(this.counted(subject), subject.banRules, time);
  }

  /** Null if the request has to be charged. */
  refusalFor(subject: Subject, time: Time): Verdict | null {
    this.merge(subject, time);
    return refusalFor(this.known(subject), subject.banRules, time);
  }

  peek(subject: Subject, time: Time): Verdict {
    this.merge(subject, time);
    return peek(this.known(subject), time);
  }

  counted(subject: Subject): CountedIn {
    return countedIn(subject, (id) => this.bucket(subject.kind, id));
  }

  /** Creates none for an unknown subject, so that checks allocate nothing. */
  private known(subject: Subject): CountedIn {
    return countedIn(subject, (id) => this.kinds.get(subject.kind)?.get(id) ?? newBucket());
  }

  private bucket(kind: string, id: string): Bucket {
    let buckets = this.kinds.get(kind);
    if (!buckets) {
      buckets = new LruMap(MAX_BUCKETS);
      this.kinds.set(kind, buckets);
    }
    const known = buckets.get(id);
    if (known) return known;
    const made = newBucket();
    buckets.set(id, made);
    return made;
  }

  private merge({ kind, id, stored }: Subject, time: Time): void {
    if (stored) mergeStored(this.bucket(kind, id), stored, time);
  }

  get size(): number {
    return [...this.kinds.values()].reduce((sum, buckets) => sum + buckets.size, 0);
  }
}

const countedIn = ({ id, limit, wider = [] }: Subject, bucketOf: (id: string) => Bucket): CountedIn => [
  { bucket: bucketOf(id), limit },
  ...wider.map((block) => ({ bucket: bucketOf(block.id), limit: block.limit })),
];

/** Counts (if the bucket is new), a ban by another process, a lifted ban. */
function mergeStored(bucket: Bucket, stored: StoredLimits, { wall, mono }: Time): void {
  if (bucket.day === 0) {
    bucket.minute = stored.minute;
    bucket.minuteCount = stored.minuteCount;
    bucket.day = stored.day;
    bucket.dayCount = stored.dayCount;
  }
  const { ban } = stored;
  if (!ban) return;
  if (ban.startedAt > (bucket.ban?.startedAt ?? Number.NEGATIVE_INFINITY)) {
    bucket.ban = ban;
    // Even if the clock was changed, a caller waits no longer than the ban was meant to last.
    bucket.banEndsAtMono = mono + Math.min(ban.until - wall, ban.until - ban.startedAt);
  }
  if (ban.isLifted && bucket.ban?.id === ban.id) bucket.banEndsAtMono = Math.min(bucket.banEndsAtMono, mono);
}
