import "server-only";
import { type Db, db } from "../database/client";
import type { Ban } from "../limits/bucket";
import { settings } from "../process/settings";
import { oldBefore } from "../retention";
import { DAY_MS } from "../values/time";

/** Stores a ban. Storing it again changes nothing. */
export async function storeBan(keyId: string, ban: Ban): Promise<void> {
  const data = { id: ban.id, keyId, level: ban.level, startedAt: new Date(ban.startedAt), until: new Date(ban.until) };
  await db().keyBan.createMany({ data: [data], skipDuplicates: true });
}

/** The use of a key since it was last written. `requests` are those let through; `deprecated` ones are among them. */
export type Tally = {
  keyId: string;
  /** The UTC day, and the last minute of use, both numbered from the Unix epoch. */
  day: number;
  minute: number;
  requests: number;
  minuteRequests: number;
  refused: number;
  deprecated: number;
  lastUsedAt: number;
};

/** Adds up the use of many keys in one statement. */
export async function storeUsage(tallies: readonly Tally[]): Promise<void> {
  const column = <K extends keyof Tally>(name: K) => tallies.map((tally) => tally[name]);
  const ids = column("keyId");
  const days = tallies.map(({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  const used = tallies.map(({ lastUsedAt }) => new Date(lastUsedAt).toISOString());
  await db().$executeRaw`
    WITH used AS (
      UPDATE keys SET last_used_at = used.at
      FROM unnest(${ids}::text[], ${used}::timestamptz[]) AS used (id, at)
      WHERE keys.id = used.id AND (keys.last_used_at IS NULL OR keys.last_used_at < used.at)
    )
    INSERT INTO key_usage AS stored (key_id, day, minute, requests, minute_requests, refused, deprecated)
    SELECT * FROM unnest(${ids}::text[], ${days}::date[], ${column("minute")}::int[], ${column("requests")}::int[],
      ${column("minuteRequests")}::int[], ${column("refused")}::int[], ${column("deprecated")}::int[])
    ON CONFLICT (key_id, day) DO UPDATE SET
      requests = stored.requests + EXCLUDED.requests,
      refused = stored.refused + EXCLUDED.refused,
      deprecated = stored.deprecated + EXCLUDED.deprecated,
      minute_requests = CASE
        WHEN stored.minute < EXCLUDED.minute THEN EXCLUDED.minute_requests
        WHEN stored.minute = EXCLUDED.minute THEN stored.minute_requests + EXCLUDED.minute_requests
        ELSE stored.minute_requests END,
      minute = greatest(stored.minute, EXCLUDED.minute)`;
}

/** Deletes up to `maxRows` days of use that are older than USAGE_DAYS, and returns how many. */
export async function deleteOldUsage(tx: Db, maxRows: number): Promise<number> {
  const end = oldBefore(settings().USAGE_DAYS)?.toISOString().slice(0, 10);
  if (end === undefined) return 0;
  return tx.$executeRaw`
    DELETE FROM key_usage WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM key_usage WHERE day < ${end}::date ORDER BY day LIMIT ${maxRows}
    ))`;
}

/** Deletes up to `maxRows` bans that ended more than BAN_DAYS ago, and returns how many. */
export async function deleteOldBans(tx: Db, maxRows: number): Promise<number> {
  const end = oldBefore(settings().BAN_DAYS);
  if (end === null) return 0;
  return tx.$executeRaw`
    DELETE FROM key_bans WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM key_bans WHERE until < ${end} ORDER BY until LIMIT ${maxRows}
    ))`;
}
