/**
 * `charge` of bucket.ts as a Redis script: the same rules, step by step. A property test holds the two against each other.
 * Times are milliseconds. The last argument, a time, is for tests only; otherwise the clock of Redis counts.
 */
export const SCRIPT = `
local key = KEYS[1]
local per_minute, per_day = tonumber(ARGV[1]), tonumber(ARGV[2])
local max_strikes, forgiven, forget = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local now
if ARGV[18] then now = tonumber(ARGV[18]) else
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local minute, day = math.floor(now / 60000), math.floor(now / 86400000)

local stored = redis.call('HMGET', key, 'm', 'mc', 'd', 'dc', 'ra', 'rr', 's', 'bi', 'bl', 'bs', 'bu')
local function num(index) return tonumber(stored[index] or '0') end
local m, mc, d, dc = num(1), num(2), num(3), num(4)
local refused_at, refused_reset, strikes = tonumber(stored[5] or '-1'), num(6), num(7)
local ban_id, ban_level, ban_start, ban_until = stored[8] or '', num(9), num(10), num(11)

-- What the process knows and Redis lost.
local km, kmc, kd, kdc = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
if km > m then m = km; mc = kmc elseif km == m and kmc > mc then mc = kmc end
if kd > d then d = kd; dc = kdc elseif kd == d and kdc > dc then dc = kdc end
if ARGV[11] ~= '' and tonumber(ARGV[13]) > ban_start then
  ban_id, ban_level, ban_start, ban_until = ARGV[11], tonumber(ARGV[12]), tonumber(ARGV[13]), tonumber(ARGV[14])
end
if ARGV[15] ~= '' and ARGV[15] == ban_id and ban_until > now then ban_until = now end
-- A clock that was put back keeps nobody out for longer than the suspension was meant to take.
if ban_start > now then ban_until = now + (ban_until - ban_start); ban_start = now end

if minute > m then mc = 0 end
if day > d then dc = 0 end
m, d = minute, day

local refused, new_ban = 0, 0
if now < ban_until then refused = 2
elseif mc < per_minute and dc < per_day then mc = mc + 1; dc = dc + 1; refused_at = -1
else
  refused = 1
  local reset
  if math.max(0, per_minute - mc) < math.max(0, per_day - dc) then reset = (m + 1) * 60000 else reset = (d + 1) * 86400000 end
  if max_strikes > 0 then
    if refused_at < 0 or now >= refused_reset then
      refused_at = now; refused_reset = reset; strikes = 0
    elseif now - refused_at >= forgiven then
      strikes = strikes + 1
      if strikes >= max_strikes then
        local steps = {}
        for step in string.gmatch(ARGV[6], '[^,]+') do steps[#steps + 1] = tonumber(step) end
        if ban_id ~= '' and now - ban_until < forget then ban_level = math.min(ban_level + 1, #steps - 1) else ban_level = 0 end
        ban_id = ARGV[16]; ban_start = now; ban_until = now + steps[ban_level + 1]
        refused_at = -1; new_ban = 1; refused = 2
      end
    end
  end
end

local function text(number) return string.format('%.0f', number) end
redis.call('HSET', key, 'm', text(m), 'mc', text(mc), 'd', text(d), 'dc', text(dc), 'ra', text(refused_at), 'rr', text(refused_reset),
  's', text(strikes), 'bi', ban_id, 'bl', text(ban_level), 'bs', text(ban_start), 'bu', text(ban_until))
redis.call('PEXPIRE', key, ARGV[17])
return { refused, text(now), mc, dc, ban_id, ban_level, text(ban_start), text(ban_until), new_ban }
`;
