import { DAY_MS, MINUTE_MS } from "../values/time";
import { addOne, type Ban, type Bucket, type Counted, newBucket, type Verdict, verdict } from "./bucket";
import type { BanRules, Limit } from "./plans";

type Counts = Pick<Bucket, "minute" | "minuteCount" | "day" | "dayCount"> & { ban?: Ban | undefined };

/** Sent as JSON. Times are in milliseconds. */
export type ScriptInput = {
  /** Charged one after another, at the same instant. */
  requests: number;
  banRules?: BanRules | undefined;
  /** By key: of the subject, then of the blocks around an IPv6 address. Redis may have lost what this process knows. */
  counted: { limit: Limit; known: Counts }[];
  lifted?: string | undefined;
  newBanId: string;
  expiryMs: number;
};

/** Received as JSON. The first requests pass, the next get 429, the rest meet a ban. */
export type ScriptOutput = {
  passed: number;
  limited: number;
  banned: number;
  now: number;
  /** In the order of the keys, after all of these requests. */
  buckets: Counts[];
  isNewBan: boolean;
};

/**
 * `charge` of bucket.ts as a script, step by step, for any number of requests; e2e/process/redis-limiter.test.ts
 * compares the two. `now` is a Lua expression, in milliseconds.
 */
export const scriptWith = (now: string) => `
local input = cjson.decode(ARGV[1])
local banRules, now = input.banRules, ${now}
local minute, day = math.floor(now / ${MINUTE_MS}), math.floor(now / ${DAY_MS})

-- Restores the counts that Redis has lost, and moves a bucket to the current windows.
local function restore(bucket, known, window, count, current)
  if known[window] > bucket[window] or (known[window] == bucket[window] and known[count] > bucket[count]) then
    bucket[window], bucket[count] = known[window], known[count]
  end
  if current > bucket[window] then bucket[count] = 0 end
  bucket[window] = current
end
local buckets = {}
for index, counted in ipairs(input.counted) do
  local stored = redis.call('GET', KEYS[index])
  buckets[index] = stored and cjson.decode(stored) or counted.known
  restore(buckets[index], counted.known, 'minute', 'minuteCount', minute)
  restore(buckets[index], counted.known, 'day', 'dayCount', day)
end
local bucket, limit, known = buckets[1], input.counted[1].limit, input.counted[1].known

local ban = bucket.ban or { startedAt = 0, ['until'] = 0 }
if known.ban and known.ban.startedAt > ban.startedAt then ban = known.ban end
if input.lifted and input.lifted == ban.id and ban['until'] > now then ban['until'] = now end
-- A clock that was set back locks nobody out for longer than the ban was meant to last.
if ban.startedAt > now then ban['until'] = now + (ban['until'] - ban.startedAt); ban.startedAt = now end

local function fits()
  for index, one in ipairs(buckets) do
    local most = input.counted[index].limit
    if one.minuteCount >= most.perMinute or one.dayCount >= most.perDay then return false end
  end
  return true
end

-- Records a refusal; returns whether it led to a ban.
local function strike()
  if not banRules then return false end
  if not bucket.refusedAt or now >= bucket.refusedUntil then
    local minuteLeft = math.max(0, limit.perMinute - bucket.minuteCount)
    local dayLeft = math.max(0, limit.perDay - bucket.dayCount)
    bucket.refusedAt, bucket.strikes = now, 0
    bucket.refusedUntil = minuteLeft < dayLeft and (minute + 1) * ${MINUTE_MS} or (day + 1) * ${DAY_MS}
    return false
  end
  if now - bucket.refusedAt < banRules.forgivenMs then return false end
  bucket.strikes = bucket.strikes + 1
  if bucket.strikes < banRules.strikes then return false end
  local isRemembered = ban.id and now - ban['until'] < banRules.forgetMs
  local level = isRemembered and math.min(ban.level + 1, #banRules.stepsMs - 1) or 0
  ban = { id = input.newBanId, level = level, startedAt = now, ['until'] = now + banRules.stepsMs[level + 1] }
  bucket.refusedAt = nil
  return true
end

local output = { passed = 0, limited = 0, banned = 0, isNewBan = false, now = now, buckets = buckets }
for _ = 1, input.requests do
  if now < ban['until'] then
    output.banned = output.banned + 1
  elseif fits() then
    for _, one in ipairs(buckets) do
      one.minuteCount, one.dayCount = one.minuteCount + 1, one.dayCount + 1
    end
    bucket.refusedAt = nil
    output.passed = output.passed + 1
  elseif strike() then
    output.banned, output.isNewBan = output.banned + 1, true
  else
    output.limited = output.limited + 1
  end
end

if ban.id then bucket.ban = ban end
for index, one in ipairs(buckets) do redis.call('SET', KEYS[index], cjson.encode(one), 'PX', input.expiryMs) end
return cjson.encode(output)
`;

/** With the clock of Redis, which all processes share. */
export const SCRIPT = `
local time = redis.call('TIME')
${scriptWith("tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)")}`;

/** What each of the requests gets, in order. */
export function verdictsOf(output: ScriptOutput, limits: readonly Pick<Counted, "limit">[]): Verdict[] {
  const { passed, limited, banned, now, isNewBan, buckets } = output;
  const counted = limits.map(({ limit }, index) => {
    const bucket: Bucket = Object.assign(newBucket(), buckets[index]);
    bucket.minuteCount -= passed;
    bucket.dayCount -= passed;
    if (bucket.ban) bucket.banEndsAtMono = bucket.ban.until;
    return { bucket, limit };
  }) as [Counted, ...Counted[]]; // as many as there are limits
  const verdictOf = (refused: Verdict["refused"]) => verdict(counted, { wall: now, mono: now }, refused);
  const verdicts: Verdict[] = [];
  for (let index = 0; index < passed; index++) {
    for (const one of counted) addOne(one.bucket);
    verdicts.push(verdictOf(null));
  }
  for (let index = 0; index < limited; index++) verdicts.push(verdictOf("rate_limited"));
  for (let index = 0; index < banned; index++) {
    verdicts.push({
      ...verdictOf("key_suspended"),
      newBan: index === 0 && isNewBan ? (buckets[0]?.ban ?? null) : null,
    });
  }
  return verdicts;
}
