import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Bucket,
  charge,
  limitHeaders as listLimitHeaders,
  newBucket,
  peek,
  type StoredLimits,
  type Time,
  type Verdict,
} from "./bucket";
import { MAX_BUCKETS, MemoryLimiter } from "./memory";
import { type BanRules, limitOf, PLAN_LIMITS, planOf } from "./plans";
import { verdictsOf } from "./redis-script";

const RULES: BanRules = { strikes: 10, forgivenMs: 2_000, stepsMs: [60_000, 300_000, 3_600_000], forgetMs: 86_400_000 };
const NOON = Date.UTC(2026, 10, 21, 12);
const limitHeaders = (verdict: Verdict): Record<string, string> => {
  const list = listLimitHeaders(verdict);
  return Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] as string]] : [])));
};
/** Both clocks, this many milliseconds after noon. */
const at = (ms: number): Time => ({ wall: NOON + ms, mono: ms });
const times = (count: number, action: () => unknown) => Array.from({ length: count }, action);

describe("plans", () => {
  test("the plans have the numbers of the contract", () => {
    expect(PLAN_LIMITS).toEqual({
      free: { perMinute: 60, perDay: 1_000 },
      pro: { perMinute: 300, perDay: 10_000 },
      business: { perMinute: 1_000, perDay: 100_000 },
    });
    expect(limitOf("pro", null, null)).toEqual({ perMinute: 300, perDay: 10_000 });
    expect(limitOf("enterprise", 7, 9)).toEqual({ perMinute: 7, perDay: 9 });
  });

  test("an unknown plan, and an enterprise key without its own limits, get the Business limits", () => {
    expect(planOf("gold")).toBe("business");
    expect(limitOf("gold", null, null)).toEqual(PLAN_LIMITS.business);
    expect(limitOf("enterprise", null, 9)).toEqual(PLAN_LIMITS.business);
  });
});

describe("windows", () => {
  const limit = { perMinute: 3, perDay: 5 };

  test("X-RateLimit-* show the window that blocks first, on a tie the later reset, on 429 the violated one", () => {
    const bucket = newBucket();
    times(3, () => expect(charge([{ bucket, limit }], null, at(0)).shown.limit).toBe(3));
    expect(charge([{ bucket, limit }], null, at(0)).shown).toEqual({ limit: 3, remaining: 0, reset: NOON + 60_000 });
    // One minute later, 2 requests are left in the day and 3 in the minute.
    const { shown: next } = peek([{ bucket, limit }], at(60_000));
    expect(next).toEqual({ limit: 5, remaining: 2, reset: NOON + 12 * 3_600_000 });
    const tie = newBucket();
    expect(peek([{ bucket: tie, limit: { perMinute: 4, perDay: 4 } }], at(0)).shown.reset).toBe(NOON + 12 * 3_600_000);
  });

  test("setting the clock back opens no window twice and blocks for at most one window", () => {
    const bucket = newBucket();
    times(3, () => charge([{ bucket, limit }], null, at(0)));
    expect(charge([{ bucket, limit }], null, at(-30 * 60_000)).refused).toBe("rate_limited");
    expect(charge([{ bucket, limit }], null, at(-29 * 60_000)).refused).toBeNull();
  });
});

test("the headers show a charge, and Retry-After is whole seconds, at least 1", () => {
  const bucket = newBucket();
  const limit = { perMinute: 1, perDay: 5 };
  expect(limitHeaders(charge([{ bucket, limit }], null, at(500)))).toEqual({
    "X-RateLimit-Limit": "1",
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": String(NOON / 1000 + 60),
    "RateLimit-Policy": '"minute";q=1;w=60, "day";q=5;w=86400',
    RateLimit: '"minute";r=0;t=60, "day";r=4;t=43200',
  });
  expect(limitHeaders(charge([{ bucket, limit }], null, at(600)))["Retry-After"]).toBe("60");
  expect(limitHeaders(charge([{ bucket, limit }], null, at(59_999)))["Retry-After"]).toBe("1");
});

describe("bans", () => {
  const limit = { perMinute: 1, perDay: 1_000_000 };
  const exhausted = (start: number): Bucket => {
    const bucket = newBucket();
    charge([{ bucket, limit }], RULES, at(start));
    charge([{ bucket, limit }], RULES, at(start));
    return bucket;
  };

  test("two seconds after a 429 are forgiven, then ten strikes ban for a minute", () => {
    const bucket = exhausted(10_000);
    times(100, () => charge([{ bucket, limit }], RULES, at(11_999)));
    expect(bucket.ban).toBeNull();
    const outcomes = times(10, () => charge([{ bucket, limit }], RULES, at(12_000)).refused);
    expect(outcomes).toEqual([...times(9, () => "rate_limited"), "key_suspended"]);
    expect(bucket.ban).toMatchObject({ level: 0, startedAt: NOON + 12_000, until: NOON + 72_000 });
  });

  test("a banned caller gets 429 with the time left, and requests do not extend the ban", () => {
    const bucket = exhausted(0);
    times(10, () => charge([{ bucket, limit }], RULES, at(2_000)));
    times(1_000, () => charge([{ bucket, limit }], RULES, at(30_000)));
    const verdict = charge([{ bucket, limit }], RULES, at(61_999));
    expect(verdict).toMatchObject({ refused: "key_suspended", newBan: null });
    expect(limitHeaders(verdict)).toMatchObject({
      ...{ "Retry-After": "1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(NOON / 1000 + 62) },
      RateLimit: '"minute";r=0;t=1, "day";r=999999;t=43139',
    });
    expect(peek([{ bucket, limit }], at(61_999)).refused).toBe("key_suspended");
    expect(charge([{ bucket, limit }], RULES, at(62_000)).refused).toBeNull();
  });

  test("after the reset, two seconds are forgiven again, even if a lower limit refuses at once", () => {
    const bucket = exhausted(0);
    times(20, () => charge([{ bucket, limit: { perMinute: 1, perDay: 1 } }], RULES, at(60_000)));
    expect(bucket).toMatchObject({ ban: null, strikes: 0 });
  });

  test("bans get longer (60 s, 5 min, 1 h), and after a day without a ban they start again at 60 s", () => {
    const bucket = newBucket();
    let time = 0;
    const lengths = [0, 0, 0, 86_400_000, 0, 0].map((pause) => {
      time = Math.ceil(time / 60_000) * 60_000;
      charge([{ bucket, limit }], RULES, at(time));
      charge([{ bucket, limit }], RULES, at(time));
      times(10, () => charge([{ bucket, limit }], RULES, at(time + 3_000)));
      const ban = bucket.ban as NonNullable<Bucket["ban"]>;
      time = ban.until - NOON + pause;
      return (ban.until - ban.startedAt) / 1000;
    });
    expect(lengths).toEqual([60, 300, 3_600, 3_600, 60, 300]);
  });

  test("a caller that waits for the reset is not banned", () => {
    const bucket = newBucket();
    for (let minute = 0; minute < 20; minute++) {
      times(2, () => charge([{ bucket, limit }], RULES, at(minute * 60_000)));
      times(9, () => charge([{ bucket, limit }], RULES, at(minute * 60_000 + 5_000)));
    }
    expect(bucket.ban).toBeNull();
  });

  test("setting the clock neither ends nor extends a ban", () => {
    for (const step of [-365, -1, 1, 365].map((days) => days * 86_400_000)) {
      const bucket = exhausted(0);
      times(10, () => charge([{ bucket, limit }], RULES, at(2_000)));
      const stepped = (mono: number) => charge([{ bucket, limit }], RULES, { wall: NOON + mono + step, mono }).refused;
      expect(stepped(61_999)).toBe("key_suspended");
      expect(stepped(62_000)).not.toBe("key_suspended");
    }
  });
});

describe("properties", () => {
  type Step = { advance: number; requests: number };
  const advance = fc.oneof(fc.nat(90_000), fc.nat(43_200_000));
  const steps = fc.array(fc.record({ advance, requests: fc.integer({ min: 1, max: 8 }) }), { maxLength: 60 });
  const limits = fc.record({ perMinute: fc.integer({ min: 1, max: 6 }), perDay: fc.integer({ min: 1, max: 40 }) });

  test("agrees with a list of the times of all accepted requests", () => {
    fc.assert(
      fc.property(limits, steps, (limit, sequence: Step[]) => {
        const bucket = newBucket();
        const accepted: number[] = [];
        let now = 0;
        for (const { advance, requests } of sequence) {
          now += advance;
          const within = (size: number) =>
            accepted.filter((t) => Math.floor((NOON + t) / size) === Math.floor((NOON + now) / size)).length;
          for (let request = 0; request < requests; request++) {
            const fits = within(60_000) < limit.perMinute && within(86_400_000) < limit.perDay;
            const verdict = charge([{ bucket, limit }], null, at(now));
            expect(verdict.refused === null).toBe(fits);
            if (fits) accepted.push(now);
            expect(verdict.minute.remaining).toBe(limit.perMinute - within(60_000));
            expect(verdict.day.remaining).toBe(limit.perDay - within(86_400_000));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("headers agree with what the next request gets, whatever the clock does", () => {
    const jump = fc.integer({ min: -200_000_000, max: 200_000_000 });
    const jumps = fc.array(fc.record({ jump, pass: fc.nat(70_000) }), { maxLength: 80 });
    fc.assert(
      fc.property(limits, jumps, (limit, sequence) => {
        const bucket = newBucket();
        let [wall, mono] = [NOON, 0];
        for (const { jump, pass } of sequence) {
          mono += pass;
          wall += pass + (jump % 3 === 0 ? jump : 0);
          const before = peek([{ bucket, limit }], { wall, mono });
          const after = charge([{ bucket, limit }], RULES, { wall, mono });
          expect(after.refused === null).toBe(before.refused === null && before.shown.remaining > 0);
          expect(after.shown.reset).toBeGreaterThan(wall);
          // No wait is longer than the longest window or ban.
          expect(after.shown.reset - wall).toBeLessThanOrEqual(86_400_000);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("memory", () => {
  test("stays bounded with too many IP addresses, and none of them evicts a key", () => {
    const limiter = new MemoryLimiter();
    const limit = { perMinute: 2, perDay: 10 };
    const key = { kind: "key", id: "key_1", limit, banRules: null, stored: null };
    times(2, () => limiter.charge(key, at(0)));
    for (let address = 0; address <= MAX_BUCKETS; address++) {
      limiter.charge({ kind: "stranger", id: `10.${address}`, limit, banRules: null, stored: null }, at(0));
    }
    expect(limiter.size).toBeLessThanOrEqual(MAX_BUCKETS + 1);
    expect(limiter.charge(key, at(0)).refused).toBe("rate_limited");
  });

  test("counts continue from the database, a ban of another process counts, and a lifted one ends", () => {
    const ban = { id: "b", level: 0, startedAt: NOON, until: NOON + 60_000, isLifted: false };
    const counts = { minute: NOON / 60_000, minuteCount: 3, day: Math.floor(NOON / 86_400_000), dayCount: 40 };
    const ofKey = { kind: "key", limit: { perMinute: 5, perDay: 50 }, banRules: RULES };
    const subject = (id: string, known: StoredLimits["ban"] = null) => ({
      ...ofKey,
      id,
      stored: { ...counts, ban: known },
    });
    const limiter = new MemoryLimiter();
    expect(limiter.peek(subject("a"), at(0))).toMatchObject({ minute: { remaining: 2 }, day: { remaining: 10 } });
    limiter.charge(subject("a"), at(0));
    expect(limiter.peek(subject("a"), at(0))).toMatchObject({ minute: { remaining: 1 }, day: { remaining: 9 } });
    const banned = limiter.refusalFor(subject("a", ban), at(1_000));
    expect(banned).toMatchObject({ refused: "key_suspended", shown: { reset: NOON + 60_000 } });
    const older = { ...ban, id: "older", startedAt: NOON - 1, isLifted: true };
    expect(limiter.charge(subject("a", older), at(2_000)).refused).toBe("key_suspended");
    expect(limiter.charge(subject("a", { ...ban, isLifted: true }), at(2_000)).refused).toBeNull();
    // The clock of this process is an hour behind.
    const [behind, mono] = [NOON - 3_600_000, 0];
    expect(limiter.peek(subject("b", ban), { wall: behind, mono }).shown.reset).toBe(behind + 60_000);
  });

  test("looking at an unknown caller takes no memory", () => {
    const limiter = new MemoryLimiter();
    const stranger = { kind: "stranger", id: "a", limit: { perMinute: 1, perDay: 9 }, banRules: null, stored: null };
    expect(limiter.peek(stranger, at(0)).shown.remaining).toBe(1);
    expect(limiter.refusalFor(stranger, at(0))).toBeNull();
    expect(limiter.size).toBe(0);
    limiter.charge(stranger, at(0));
    expect(limiter.refusalFor(stranger, at(0))?.refused).toBe("rate_limited");
    expect(limiter.size).toBe(1);
  });
});

test("the answer of the script in Redis is a verdict for each request: some pass, then 429, then a ban", () => {
  const ban = { id: "b", level: 0, startedAt: NOON, until: NOON + 60_000 };
  const own = { minute: NOON / 60_000, minuteCount: 3, day: Math.floor(NOON / 86_400_000), dayCount: 5 };
  const around = { ...own, minuteCount: 7, dayCount: 9 };
  const output = { now: NOON, passed: 2, limited: 1, banned: 2, isNewBan: true, buckets: [{ ...own, ban }] };
  const limits = [{ limit: { perMinute: 3, perDay: 10 } }];
  const seen = (of: Verdict[]) =>
    of.map(({ refused, shown, newBan }) => [refused, shown.limit, shown.remaining, newBan]);
  expect(seen(verdictsOf(output, limits))).toEqual([
    [null, 3, 1, null],
    [null, 3, 0, null],
    ["rate_limited", 3, 0, null],
    ["key_suspended", 3, 0, ban],
    ["key_suspended", 3, 0, null],
  ]);
  const unbanned = { ...output, banned: 0, isNewBan: false, buckets: [own, around] };
  const both = [{ limit: { perMinute: 9, perDay: 20 } }, { limit: { perMinute: 8, perDay: 100 } }];
  expect(seen(verdictsOf(unbanned, both))).toEqual([
    [null, 8, 2, null],
    [null, 8, 1, null],
    ["rate_limited", 8, 1, null],
  ]);
  const day = { limit: 10, remaining: 6, reset: NOON + 12 * 3_600_000 };
  expect(verdictsOf(output, limits)[0]?.day).toEqual(day);
});
