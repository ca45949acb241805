import "server-only";
import { randomUUID } from "node:crypto";
import { now } from "../clock";
import { type Db, db } from "../db";
import { ApiError } from "../errors";
import type { Ban } from "../limits/bucket";
import { DAY_MS } from "../limits/bucket";
import type { KnownLimits } from "../limits/limiter";
import { type Limit, limitOf } from "../limits/plans";
import { SCOPES, type Scope } from "../scopes";
import { displayPrefix, generateKey, hashKey } from "./format";
import type { NewKey } from "./schema";

const COLUMNS = {
  id: true,
  prefix: true,
  previousUntil: true,
  name: true,
  plan: true,
  perMinute: true,
  perDay: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
} as const;

/** Most keys that one listing shows. */
const MAX_LISTED = 1_000;
const MAX_BANS_SHOWN = 20;
const USAGE_DAYS = 30;
/** A suspension can be lifted this often by hand, in milliseconds. */
const LIFT_EVERY_MS = DAY_MS;
/** The last suspension. */
const LATEST = { orderBy: { startedAt: "desc" }, take: 1 } as const;

/** Midnight (UTC) of the day on which a time lies. */
const dayOf = (time: number) => new Date(Math.floor(time / DAY_MS) * DAY_MS);

/** Stores a new API key and returns it in clear, this once: the database has only its hash. */
export async function createKey(input: NewKey, on: Db = db()): Promise<{ id: string; key: string }> {
  const key = generateKey();
  const id = `key_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const { name, plan, perMinute = null, perDay = null, scopes, expiresAt = null } = input;
  await on.apiKey.create({
    data: { id, ...secretOf(key), name, plan, perMinute, perDay, scopes, expiresAt },
    select: { id: true },
  });
  return { id, key };
}

function secretOf(key: string) {
  return { hash: new Uint8Array(hashKey(key)), prefix: displayPrefix(key) };
}

/** Lists the keys, newest first, with today's use and the last suspension; never a hash. */
export async function listKeys() {
  return db().apiKey.findMany({
    select: {
      ...COLUMNS,
      usage: { where: { day: dayOf(now()) }, select: { requests: true } },
      bans: { ...LATEST, select: { until: true, liftedAt: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
}

/**
 * Reads everything about one key: its row, 30 days of use, its suspensions, newest first.
 * @throws ApiError not_found
 */
export async function readKey(id: string, on: Db = db()) {
  const since = dayOf(now() - (USAGE_DAYS - 1) * DAY_MS);
  const key = await on.apiKey.findUnique({
    where: { id },
    select: {
      ...COLUMNS,
      usage: { where: { day: { gte: since } }, orderBy: { day: "asc" } },
      bans: { orderBy: { startedAt: "desc" }, take: MAX_BANS_SHOWN },
    },
  });
  if (!key) throw new ApiError("not_found", "There is no key with this id");
  return key;
}
/** A key with its use and suspensions. */
export type KeyRow = Awaited<ReturnType<typeof readKey>>;

/** Revokes a key for good. Revoking twice keeps the first date. @throws ApiError not_found */
export async function revokeKey(id: string, on: Db = db()): Promise<void> {
  await readKey(id, on);
  await on.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date(now()) } });
}

/**
 * Gives a key a new secret, returned in clear this once. The old one works on for the grace period, in milliseconds; one that
 * was still in its own grace period ends now.
 * @throws ApiError not_found; conflict when the key is revoked
 */
export async function rotateKey(id: string, graceMs: number, on: Db = db()): Promise<{ id: string; key: string }> {
  const key = generateKey();
  // One statement: the database moves the present hash aside itself, so that two rotations at once cannot mix them up.
  const moved = await on.$executeRaw`
    UPDATE keys SET previous_hash = hash, previous_until = ${new Date(now() + graceMs)},
      hash = ${new Uint8Array(hashKey(key))}, prefix = ${displayPrefix(key)}
    WHERE id = ${id} AND revoked_at IS NULL`;
  if (moved === 0) {
    await readKey(id, on);
    throw new ApiError("conflict", "A revoked key cannot be rotated");
  }
  return { id, key };
}

/** Stores a suspension. Storing it again changes nothing. */
export async function saveBan(keyId: string, ban: Ban): Promise<void> {
  const data = { id: ban.id, keyId, level: ban.level, startedAt: new Date(ban.startedAt), until: new Date(ban.until) };
  await db().keyBan.createMany({ data: [data], skipDuplicates: true });
}

/** Whether a suspension may be lifted by hand: it is in force, and none of this key was lifted within a day. */
export function mayLift(bans: readonly { until: Date; liftedAt: Date | null }[]): boolean {
  const [latest] = bans;
  const inForce = latest !== undefined && latest.liftedAt === null && latest.until.getTime() > now();
  return inForce && !bans.some(({ liftedAt }) => liftedAt !== null && liftedAt.getTime() > now() - LIFT_EVERY_MS);
}

/**
 * Ends the suspension of a key before its time; it still counts when the length of the next one is decided.
 * @throws ApiError not_found; conflict when there is none, or when one was lifted within a day and `force` is not set
 */
export async function liftBan(id: string, { force = false } = {}, on: Db = db()): Promise<void> {
  const { bans } = await readKey(id, on);
  const [latest] = bans;
  if (!latest || latest.liftedAt !== null || latest.until.getTime() <= now()) {
    throw new ApiError("conflict", "This key is not suspended");
  }
  if (!force && !mayLift(bans))
    throw new ApiError("conflict", "A suspension of this key was lifted within the last day");
  await on.keyBan.updateMany({ where: { id: latest.id, liftedAt: null }, data: { liftedAt: new Date(now()) } });
}

/** What a request needs to know of its key; `expiresAt` in milliseconds since the Unix epoch, Infinity for never. */
export type KnownKey = {
  kind: "key";
  id: string;
  scopes: readonly Scope[];
  expiresAt: number;
  limit: Limit;
  known: KnownLimits;
};

/** Finds a key that is not revoked by the SHA-256 of its text: its present secret, or the one before a rotation. */
export async function findKeyByHash(hash: Buffer): Promise<KnownKey | null> {
  const bytes = new Uint8Array(hash);
  const row = await db().apiKey.findFirst({
    where: { OR: [{ hash: bytes }, { previousHash: bytes, previousUntil: { gt: new Date(now()) } }] },
    select: {
      ...COLUMNS,
      hash: true,
      usage: { orderBy: { day: "desc" }, take: 1 },
      bans: LATEST,
    },
  });
  if (!row || row.revokedAt) return null;
  const isPrevious = !hash.equals(row.hash);
  const ends = [row.expiresAt, isPrevious ? row.previousUntil : null].map(
    (date) => date?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return {
    kind: "key",
    id: row.id,
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    expiresAt: Math.min(...ends),
    limit: limitOf(row.plan, row.perMinute, row.perDay),
    known: knownLimits(row),
  };
}

/**
 * The hashes, in base64, of the keys in force that were used or made last: present secrets, and those before a rotation.
 * As one text, since thousands of rows would cost the process far more.
 */
export async function listLiveHashes(limit: number): Promise<string[]> {
  const [row] = await db().$queryRaw<{ hashes: string | null }[]>`
    SELECT string_agg(encode(hash, 'base64') || coalesce(',' || encode(previous_hash, 'base64'), ''), ',') AS hashes
    FROM (
      SELECT hash, CASE WHEN previous_until > ${new Date(now())} THEN previous_hash END AS previous_hash
      FROM keys WHERE revoked_at IS NULL ORDER BY greatest(last_used_at, created_at) DESC LIMIT ${limit}
    ) AS live`;
  return row?.hashes?.split(",") ?? [];
}

/** What the limiter has to know of a key from before this process. */
export function knownLimits({ usage, bans }: Pick<KeyRow, "usage" | "bans">): KnownLimits {
  const [today, ban] = [usage.at(-1), bans[0]];
  return {
    minute: today?.minute ?? 0,
    minuteCount: today?.minuteRequests ?? 0,
    day: today ? today.day.getTime() / DAY_MS : 0,
    dayCount: today?.requests ?? 0,
    ban: ban
      ? {
          id: ban.id,
          level: ban.level,
          startedAt: ban.startedAt.getTime(),
          until: ban.until.getTime(),
          lifted: ban.liftedAt !== null,
        }
      : null,
  };
}

/** What a key did since the last time it was written: requests let through and refused, deprecated ones among the former. */
export type Tally = {
  keyId: string;
  /** Number of the UTC day, and of the last minute in which it did something, from the Unix epoch. */
  day: number;
  minute: number;
  requests: number;
  minuteRequests: number;
  refused: number;
  deprecated: number;
  lastUsedAt: number;
};

/** Adds up what keys did, all of them in one statement. */
export async function saveUsage(tallies: readonly Tally[]): Promise<void> {
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
      minute_requests = EXCLUDED.minute_requests + CASE WHEN stored.minute = EXCLUDED.minute THEN stored.minute_requests ELSE 0 END,
      minute = EXCLUDED.minute`;
}
