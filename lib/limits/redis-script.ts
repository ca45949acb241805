import { DAY_MS, MINUTE_MS } from "../values/time";
import { addOne, type Ban, type Bucket, newBucket, type Verdict, verdict } from "./bucket";
import type { BanRules, Limit } from "./plans";

type Counts = Pick<Bucket, "minute" | "minuteCount" | "day" | "dayCount">;

/** Sent as JSON. Times are in milliseconds. */
export type ScriptInput = {
  /** Charged one after another, at the same instant. */
  requests: number;
  limit: Limit;
  banRules?: BanRules | undefined;
  /** What this process knows and Redis may have lost. */
  known: Counts & { ban?: Ban | undefined };
  /** Blocks of an IPv6 address. Their keys follow that of the address. */
  wider: { limit: Limit; known: Counts }[];
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
  /** After all of these requests. */
  minuteCount: number;
  dayCount: number;
  wider: { minuteCount: number; dayCount: number }[];
  ban?: Ban;
  isNewBan: boolean;
};

/** The minute and its count, the day and its count. */
export const COUNT_FIELDS = ["m", "mc", "d", "dc"];
/** The last refusal, the end of its window, the strikes since then. */
const STRIKE_FIELDS = ["ra", "rr", "s"];
/** Id, level, start and end. */
export const BAN_FIELDS = ["bi", "bl", "bs", "bu"];
/** Fields in the order in which the script reads them. Its HSET has each field before its value. */
const quoted = (names: string[]) => names.map((name) => `'${name}'`).join(", ");
const FIELDS = quoted([...COUNT_FIELDS, ...STRIKE_FIELDS, ...BAN_FIELDS]);

/**
 * `charge` of bucket.ts as a script, step by step, for any number of requests; e2e/process/redis-limiter.test.ts
 * compares the two. `now` is a Lua expression, in milliseconds.
 */
export const scriptWith = (now: string) => `
local key, input = KEYS[1], cjson.decode(ARGV[1])
local limit, banRules, known = input.limit, input.banRules, input.known
local now = ${now}
local minute, day = math.floor(now / ${MINUTE_MS}), math.floor(now / ${DAY_MS})

local stored = redis.call('HMGET', key, ${FIELDS})
local function number(index, otherwise) return tonumber(stored[index] or otherwise) end
local bucket = {
  minute = number(1, 0), minuteCount = number(2, 0), day = number(3, 0), dayCount = number(4, 0),
  refusedAt = number(5, -1), refusedUntil = number(6, 0), strikes = number(7, 0)
}
local ban = { id = stored[8] or '', level = number(9, 0), starts = number(10, 0), ends = number(11, 0) }

-- Restores the counts that Redis has lost, and moves a bucket to the current windows.
local function restore(bucket, known, window, count, current)
  if known[window] > bucket[window] or (known[window] == bucket[window] and known[count] > bucket[count]) then
    bucket[window], bucket[count] = known[window], known[count]
  end
  if current > bucket[window] then bucket[count] = 0 end
  bucket[window] = current
end
local counted = {}
local function count(bucket, limit, known)
  restore(bucket, known, 'minute', 'minuteCount', minute)
  restore(bucket, known, 'day', 'dayCount', day)
  counted[#counted + 1] = { bucket = bucket, limit = limit }
end
count(bucket, limit, known)
for index, block in ipairs(input.wider) do
  local counts = redis.call('HMGET', KEYS[index + 1], ${quoted(COUNT_FIELDS)})
  local around = {
    minute = tonumber(counts[1] or 0), minuteCount = tonumber(counts[2] or 0),
    day = tonumber(counts[3] or 0), dayCount = tonumber(counts[4] or 0)
  }
  count(around, block.limit, block.known)
end

if known.ban and known.ban.startedAt > ban.starts then
  ban = { id = known.ban.id, level = known.ban.level, starts = known.ban.startedAt, ends = known.ban['until'] }
end
if input.lifted and input.lifted == ban.id and ban.ends > now then ban.ends = now end
-- A clock that was set back locks nobody out for longer than the ban was meant to last.
if ban.starts > now then ban.ends = now + (ban.ends - ban.starts); ban.starts = now end

local function fits()
  for _, one in ipairs(counted) do
    if one.bucket.minuteCount >= one.limit.perMinute or one.bucket.dayCount >= one.limit.perDay then return false end
  end
  return true
end

-- Records a refusal; returns whether it led to a ban.
local function strike()
  if not banRules then return false end
  if bucket.refusedAt < 0 or now >= bucket.refusedUntil then
    local minuteLeft = math.max(0, limit.perMinute - bucket.minuteCount)
    local dayLeft = math.max(0, limit.perDay - bucket.dayCount)
    bucket.refusedAt, bucket.strikes = now, 0
    bucket.refusedUntil = minuteLeft < dayLeft and (minute + 1) * ${MINUTE_MS} or (day + 1) * ${DAY_MS}
    return false
  end
  if now - bucket.refusedAt < banRules.forgivenMs then return false end
  bucket.strikes = bucket.strikes + 1
  if bucket.strikes < banRules.strikes then return false end
  local isRemembered = ban.id ~= '' and now - ban.ends < banRules.forgetMs
  local level = isRemembered and math.min(ban.level + 1, #banRules.stepsMs - 1) or 0
  ban = { id = input.newBanId, level = level, starts = now, ends = now + banRules.stepsMs[level + 1] }
  bucket.refusedAt = -1
  return true
end

local output = { passed = 0, limited = 0, banned = 0, isNewBan = false, now = now }
for _ = 1, input.requests do
  if now < ban.ends then
    output.banned = output.banned + 1
  elseif fits() then
    for _, one in ipairs(counted) do
      one.bucket.minuteCount, one.bucket.dayCount = one.bucket.minuteCount + 1, one.bucket.dayCount + 1
    end
    bucket.refusedAt = -1
    output.passed = output.passed + 1
  elseif strike() then
    output.banned, output.isNewBan = output.banned + 1, true
  else
    output.limited = output.limited + 1
  end
end

local function text(value) return string.format('%.0f', value) end
redis.call('HSET', key, 'm', text(minute), 'mc', text(bucket.minuteCount), 'd', text(day), 'dc', text(bucket.dayCount),
  'ra', text(bucket.refusedAt), 'rr', text(bucket.refusedUntil), 's', text(bucket.strikes),
  'bi', ban.id, 'bl', text(ban.level), 'bs', text(ban.starts), 'bu', text(ban.ends))
redis.call('PEXPIRE', key, input.expiryMs)

output.minuteCount, output.dayCount, output.wider = bucket.minuteCount, bucket.dayCount, {}
for index = 2, #counted do
  local one = counted[index].bucket
  redis.call('HSET', KEYS[index], 'm', text(minute), 'mc', text(one.minuteCount), 'd', text(day),
    'dc', text(one.dayCount))
  redis.call('PEXPIRE', KEYS[index], input.expiryMs)
  output.wider[index - 1] = { minuteCount = one.minuteCount, dayCount = one.dayCount }
end
if ban.id ~= '' then
  output.ban = { id = ban.id, level = ban.level, startedAt = ban.starts, ['until'] = ban.ends }
end
return cjson.encode(output)
`;

/** With the clock of Redis, which all processes share. */
export const SCRIPT = `
local time = redis.call('TIME')
${scriptWith("tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)")}`;

/** What each of the requests gets, in order. */
export function verdictsOf(output: ScriptOutput, limit: Limit, widerLimits: readonly Limit[] = []): Verdict[] {
  const { passed, limited, banned, now, isNewBan } = output;
  const bucket = bucketOf(output);
  const wider = widerLimits.flatMap((limit, index) => {
    const counts = output.wider[index];
    return counts ? [{ bucket: bucketOf({ now, ...counts }), limit }] : [];
  });
  const time = { wall: now, mono: now };
  const verdicts: Verdict[] = [];
  const buckets = [bucket, ...wider.map((around) => around.bucket)];
  for (const one of buckets) {
    one.minuteCount -= passed;
    one.dayCount -= passed;
  }
  for (let index = 0; index < passed; index++) {
    for (const one of buckets) addOne(one);
    verdicts.push(verdict(bucket, limit, time, null, wider));
  }
  for (let index = 0; index < limited; index++) verdicts.push(verdict(bucket, limit, time, "rate_limited", wider));
  for (let index = 0; index < banned; index++) {
    const refused = verdict(bucket, limit, time, "key_suspended");
    verdicts.push(index === 0 && isNewBan ? { ...refused, newBan: bucket.ban } : refused);
  }
  return verdicts;
}

type CountsAt = Pick<ScriptOutput, "now" | "minuteCount" | "dayCount" | "ban">;

function bucketOf({ now, minuteCount, dayCount, ban }: CountsAt): Bucket {
  const windows = { minute: Math.floor(now / MINUTE_MS), minuteCount, day: Math.floor(now / DAY_MS), dayCount };
  return { ...newBucket(), ...windows, ...(ban && { ban, banEndsAtMono: ban.until }) };
}
