import { DAY_MS, MINUTE_MS } from "../values/time";
import type { BanRules, Limit } from "./plans";

/** Times in milliseconds since the Unix epoch; `level` counts from 0. */
export type Ban = { id: string; level: number; startedAt: number; until: number };

/** The counts to continue from after a restart, and the last ban. */
export type StoredLimits = {
  minute: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  ban: (Ban & { isLifted: boolean }) | null;
};

/**
 * Windows are numbered from the Unix epoch. Times are in milliseconds: `…Mono` on a clock that never steps, all others
 * since the Unix epoch.
 */
export type Bucket = {
  minute: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  /** Null while the window is not full, and after a ban. */
  refusedAtMono: number | null;
  /** Until when further requests are strikes. */
  refusedUntil: number;
  strikes: number;
  /** Even if it has ended or was lifted: the length of the next one depends on it. */
  ban: Ban | null;
  banEndsAtMono: number;
};

export type Counted = { bucket: Bucket; limit: Limit };

/** The subject's own bucket, then those of the blocks around it. Only a bucket without others can be banned. */
export type CountedIn = readonly [Counted, ...Counted[]];

/** `reset` in milliseconds since the Unix epoch. */
export type LimitWindow = { limit: number; remaining: number; reset: number };

export type Verdict = {
  refused: "rate_limited" | "key_suspended" | null;
  minute: LimitWindow;
  day: LimitWindow;
  /** The full window, or else the one that will block first. */
  shown: LimitWindow;
  /** In milliseconds since the Unix epoch. */
  decidedAt: number;
  newBan: Ban | null;
};

/** At least 1: a window and a ban end after the time of the verdict. */
export const retryAfterSeconds = ({ shown, decidedAt }: Verdict): number => seconds(shown.reset - decidedAt);

export function newBucket(): Bucket {
  return {
    minute: 0,
    minuteCount: 0,
    day: 0,
    dayCount: 0,
    refusedAtMono: null,
    refusedUntil: 0,
    strikes: 0,
    ban: null,
    banEndsAtMono: Number.NEGATIVE_INFINITY,
  };
}

/** `wall` aligns the windows, `mono` measures bans and never steps. */
export type Time = { wall: number; mono: number };

/**
 * Charges all of the buckets that count a request, or refuses and charges none. The whole decision is synchronous, so
 * parallel requests cannot overtake each other.
 */
export function charge(counted: CountedIn, banRules: BanRules | null, time: Time): Verdict {
  const refusal = refusalFor(counted, banRules, time);
  if (refusal) return refusal;
  const [{ bucket }] = counted;
  if (counted.every(fits)) {
    for (const one of counted) addOne(one.bucket);
    bucket.refusedAtMono = null;
    return verdict(counted, time, null);
  }
  const refused = verdict(counted, time, "rate_limited");
  const newBan = banRules && strike(bucket, banRules, time, refused.shown.reset);
  return newBan ? { ...verdict(counted, time, "key_suspended"), newBan } : refused;
}

/**
 * The refusal of a request that would not change the buckets: the key is banned, or the caller is over the limit and has
 * no strikes to count.
 */
export function refusalFor(counted: CountedIn, banRules: BanRules | null, time: Time): Verdict | null {
  roll(counted, time.wall);
  if (isBanned(counted[0].bucket, time)) return verdict(counted, time, "key_suspended");
  return banRules || counted.every(fits) ? null : verdict(counted, time, "rate_limited");
}

/** Charges nothing. */
export function peek(counted: CountedIn, time: Time): Verdict {
  roll(counted, time.wall);
  return verdict(counted, time, isBanned(counted[0].bucket, time) ? "key_suspended" : null);
}

/**
 * When the clock is set back, the counts are kept: the earlier window does not start empty, and no one is locked out
 * for longer than one window.
 */
function roll(counted: CountedIn, wall: number): void {
  const [minute, day] = [Math.floor(wall / MINUTE_MS), Math.floor(wall / DAY_MS)];
  for (const { bucket } of counted) {
    if (minute > bucket.minute) bucket.minuteCount = 0;
    if (day > bucket.day) bucket.dayCount = 0;
    bucket.minute = minute;
    bucket.day = day;
  }
}

function fits({ bucket, limit }: Counted): boolean {
  return bucket.minuteCount < limit.perMinute && bucket.dayCount < limit.perDay;
}

export function addOne(bucket: Bucket): void {
  bucket.minuteCount++;
  bucket.dayCount++;
}

function isBanned({ banEndsAtMono }: Bucket, { mono }: Time): boolean {
  return mono < banEndsAtMono;
}

/** Returns the ban that the refusal causes, if any. */
function strike(bucket: Bucket, banRules: BanRules, { wall, mono }: Time, reset: number): Ban | null {
  if (bucket.refusedAtMono === null || wall >= bucket.refusedUntil) {
    bucket.refusedAtMono = mono;
    bucket.refusedUntil = reset;
    bucket.strikes = 0;
    return null;
  }
  if (mono - bucket.refusedAtMono < banRules.forgivenMs || ++bucket.strikes < banRules.strikes) return null;
  const last = mono - bucket.banEndsAtMono < banRules.forgetMs ? bucket.ban : null;
  const level = last ? Math.min(last.level + 1, banRules.stepsMs.length - 1) : 0;
  const duration = banRules.stepsMs[level] ?? 0;
  bucket.ban = { id: crypto.randomUUID(), level, startedAt: wall, until: wall + duration };
  bucket.banEndsAtMono = mono + duration;
  bucket.refusedAtMono = null;
  return bucket.ban;
}

/** With the tightest windows. */
export function verdict(counted: CountedIn, time: Time, refused: Verdict["refused"]): Verdict {
  const minute = counted.map(minuteOf).reduce(tighter);
  const day = counted.map(dayOf).reduce(tighter);
  // The window with fewer requests left; on a tie the day, which never resets earlier.
  const first = minute.remaining < day.remaining ? minute : day;
  const shown =
    refused === "key_suspended"
      ? { limit: first.limit, remaining: 0, reset: time.wall + (counted[0].bucket.banEndsAtMono - time.mono) }
      : first;
  return { refused, minute, day, shown, decidedAt: time.wall, newBan: null };
}

const minuteOf = ({ bucket: { minute, minuteCount }, limit: { perMinute } }: Counted): LimitWindow => ({
  limit: perMinute,
  remaining: Math.max(0, perMinute - minuteCount),
  reset: (minute + 1) * MINUTE_MS,
});

const dayOf = ({ bucket: { day, dayCount }, limit: { perDay } }: Counted): LimitWindow => ({
  limit: perDay,
  remaining: Math.max(0, perDay - dayCount),
  reset: (day + 1) * DAY_MS,
});

const tighter = (one: LimitWindow, other: LimitWindow) => (other.remaining < one.remaining ? other : one);

const seconds = (ms: number) => Math.ceil(ms / 1000);

/**
 * X-RateLimit-* and the pair of draft-ietf-httpapi-ratelimit-headers. A refusal also has Retry-After. Name, value,
 * name, value.
 */
export function limitHeaders(verdict: Verdict): string[] {
  const { minute, day, shown, decidedAt, refused } = verdict;
  // Nothing is left of any minute until a ban ends, which takes nothing from the day.
  const next = refused === "key_suspended" ? shown : minute;
  const left = ({ remaining, reset }: LimitWindow) => `r=${remaining};t=${seconds(reset - decidedAt)}`;
  const headers = [
    "X-RateLimit-Limit",
    String(shown.limit),
    "X-RateLimit-Remaining",
    String(shown.remaining),
    "X-RateLimit-Reset",
    String(seconds(shown.reset)),
    "RateLimit-Policy",
    `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`,
    "RateLimit",
    `"minute";${left(next)}, "day";${left(day)}`,
  ];
  if (refused !== null) headers.push("Retry-After", String(retryAfterSeconds(verdict)));
  return headers;
}
