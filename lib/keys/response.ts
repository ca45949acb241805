import "server-only";
import type { LimitWindow } from "../limits/bucket";
import { limiter } from "../limits/limiter";
import { limitOf, planOf } from "../limits/plans";
import { GET_PET_DEPRECATION } from "../pets/schema";
import { now } from "../process/clock";
import { SCOPES } from "../scopes";
import { DAY_MS } from "../values/time";
import type { KeyDetail, KeySummary } from "./schema";
import { isInForce, type KeyRow, type listKeys, mayLift, storedLimits } from "./store";
import { keySubject } from "./usage-store";

const BAN_REASON = "It kept sending requests after a 429 instead of waiting as Retry-After says.";

type ListedKey = Omit<Awaited<ReturnType<typeof listKeys>>["entries"][number], "number">;

const iso = (date: Date | null) => date?.toISOString() ?? null;

export async function toDetail(row: KeyRow): Promise<KeyDetail> {
  const limit = limitOf(row.plan, row.perMinute, row.perDay);
  const verdict = await limiter().peekShared(keySubject({ id: row.id, limit, stored: storedLimits(row) }));
  const { sunset } = GET_PET_DEPRECATION;
  const window = ({ limit, remaining, reset }: LimitWindow) => ({ limit, remaining, reset: Math.ceil(reset / 1000) });
  return {
    ...toSummary(row),
    requestsToday: verdict.day.limit - verdict.day.remaining,
    minute: window(verdict.minute),
    day: window(verdict.day),
    usage: last30Days(row),
    bans: row.bans.map(({ startedAt, until, liftedAt }) => ({
      startedAt: startedAt.toISOString(),
      endsAt: until.toISOString(),
      liftedAt: iso(liftedAt),
      reason: BAN_REASON,
    })),
    mayLiftBan: mayLift(row),
    sunset: {
      date: sunset.toISOString().slice(0, 10),
      daysLeft: Math.max(0, Math.ceil((sunset.getTime() - now()) / DAY_MS)),
    },
  };
}

export function toSummary(row: ListedKey): KeySummary {
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    plan: planOf(row.plan),
    ...limitOf(row.plan, row.perMinute, row.perDay),
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    state: stateOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: iso(row.expiresAt),
    revokedAt: iso(row.revokedAt),
    lastUsedAt: iso(row.lastUsedAt),
    previousExpiresAt: iso(row.earlier[0]?.until ?? null),
    requestsToday: row.usage[0]?.requests ?? 0,
  };
}

function stateOf({ revokedAt, expiresAt, bans: [ban] }: ListedKey): KeySummary["state"] {
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt.getTime() <= now()) return "expired";
  return ban && isInForce(ban) ? "suspended" : "active";
}

/** Returns the last 30 UTC days, oldest first, including days without use. */
function last30Days({ usage }: KeyRow): KeyDetail["usage"] {
  const today = Math.floor(now() / DAY_MS);
  return Array.from({ length: 30 }, (_, index) => {
    const day = new Date((today - 29 + index) * DAY_MS);
    const found = usage.find((row) => row.day.getTime() === day.getTime());
    const { requests = 0, refused = 0, deprecated = 0 } = found ?? {};
    return { day: day.toISOString().slice(0, 10), requests, refused, deprecated };
  });
}
