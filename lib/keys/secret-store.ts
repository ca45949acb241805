import "server-only";
import { type Actor, audited, fieldsOf } from "../audit/store";
import { type Db, db } from "../database/client";
import { conflict } from "../domain";
import type { StoredLimits } from "../limits/bucket";
import { type Limit, limitOf } from "../limits/plans";
import { now } from "../process/clock";
import { SCOPES, type Scope } from "../scopes";
import { HOUR_MS } from "../values/time";
import { displayPrefix, generateKey, hashKey } from "./format";
import type { KeySecret } from "./schema";
import { COLUMNS, getKeyRow, LATEST_BAN, ofKey, storedLimits } from "./store";

const MAX_EARLIER = 5;

/**
 * Gives a key a new secret. It is returned in plain text only this once. The current secret
 * keeps working for the grace period. Without a grace period, all earlier secrets end immediately. If an earlier secret
 * still works and nobody has used the current one, the response with the current one was lost. It is then replaced, and
 * the earlier ones work to the end of this grace period, or longer if that was promised before.
 * @throws DomainError not_found; conflict when the key is revoked, or has too many working secrets
 */
export function rotateKey(actor: Actor, id: string, graceHours: number): Promise<KeySecret> {
  return audited(
    actor,
    (tx) => replaceSecret(tx, id, graceHours * HOUR_MS),
    () => ({ ...ofKey(id), action: "key.rotate", fields: fieldsOf({}, { graceHours }) }),
  );
}

/** Ends the earlier secrets of a key before their grace period is over. @throws DomainError not_found */
export async function endEarlierSecrets(actor: Actor, id: string): Promise<void> {
  await audited(
    actor,
    async (tx) => {
      await getKeyRow(tx, id);
      return tx.earlierSecret.deleteMany({ where: { keyId: id, until: { gt: new Date(now()) } } });
    },
    ({ count }) => (count > 0 ? { ...ofKey(id), action: "key.end_earlier" } : null),
  );
}

async function replaceSecret(tx: Db, id: string, graceMs: number): Promise<KeySecret> {
  const current = await lockKey(tx, id);
  const time = new Date(now());
  await tx.earlierSecret.deleteMany({ where: { keyId: id, ...(graceMs > 0 && { until: { lte: time } }) } });
  if (graceMs > 0) await storeEarlier(tx, id, current, new Date(time.getTime() + graceMs));
  const key = generateKey();
  const secret = { hash: new Uint8Array(hashKey(key)), prefix: displayPrefix(key), secretUsedAt: null };
  await tx.apiKey.update({ where: { id }, data: secret, select: { id: true } });
  return { id, key };
}

type CurrentSecret = { hash: Uint8Array<ArrayBuffer>; usedAt: Date | null };

/** Reads the current secret and locks its row, so that rotations of a key take turns. */
async function lockKey(tx: Db, id: string): Promise<CurrentSecret> {
  const [current] = await tx.$queryRaw<CurrentSecret[]>`
    SELECT hash, secret_used_at AS "usedAt" FROM keys WHERE id = ${id} AND revoked_at IS NULL FOR UPDATE`;
  if (current) return current;
  await getKeyRow(tx, id);
  throw conflict("A revoked key cannot be rotated");
}

/** Stores the current secret with the end of its grace period. If it was lost, extends the earlier ones instead. */
async function storeEarlier(tx: Db, id: string, { hash, usedAt }: CurrentSecret, until: Date): Promise<void> {
  const ends = await tx.earlierSecret.findMany({
    where: { keyId: id },
    orderBy: { until: "asc" },
    select: { until: true },
  });
  if (usedAt === null && ends.length > 0) {
    await tx.earlierSecret.updateMany({ where: { keyId: id, until: { lt: until } }, data: { until } });
    return;
  }
  if (ends.length >= MAX_EARLIER) {
    const first = ends[0]?.until.toISOString();
    throw conflict(
      `${MAX_EARLIER} earlier secrets of this key still work, the first until ${first}; graceHours 0 ends them at once`,
    );
  }
  await tx.earlierSecret.create({ data: { hash, keyId: id, until }, select: { keyId: true } });
}

/** `expiresAt` is in milliseconds since the Unix epoch, Infinity for never. */
export type KnownKey = {
  kind: "key";
  id: string;
  scopes: readonly Scope[];
  expiresAt: number;
  limit: Limit;
  stored: StoredLimits;
};

const WANTED = {
  ...COLUMNS,
  secretUsedAt: true,
  usage: { orderBy: { day: "desc" }, take: 1 },
  bans: LATEST_BAN,
} as const;

/** Finds the key by the SHA-256 of its current secret, or of an earlier one that still works, unless it is revoked. */
export async function findKeyByHash(digest: Buffer): Promise<KnownKey | null> {
  const hash = new Uint8Array(digest);
  const found = (await findByCurrent(hash)) ?? (await findByEarlier(hash));
  if (!found || found.key.revokedAt) return null;
  const { key, until } = found;
  return {
    kind: "key",
    id: key.id,
    scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
    expiresAt: Math.min(key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, until),
    limit: limitOf(key.plan, key.perMinute, key.perDay),
    stored: storedLimits(key),
  };
}

async function findByCurrent(hash: Uint8Array<ArrayBuffer>) {
  const key = await db().apiKey.findFirst({ where: { hash }, select: WANTED });
  if (!key) return null;
  if (key.secretUsedAt === null && !key.revokedAt) {
    // Stored before the response is sent, so a used secret is never mistaken for a lost one.
    const noted = { where: { id: key.id, hash }, data: { secretUsedAt: new Date(now()) } };
    const { count } = await db().apiKey.updateMany(noted);
    if (count === 0) return null; // a rotation came in between
  }
  return { key, until: Number.POSITIVE_INFINITY };
}

async function findByEarlier(hash: Uint8Array<ArrayBuffer>) {
  const earlier = await db().earlierSecret.findFirst({
    where: { hash, until: { gt: new Date(now()) } },
    select: { until: true, key: { select: WANTED } },
  });
  return earlier && { key: earlier.key, until: earlier.until.getTime() };
}

/**
 * Returns the hashes, in base64, of the valid keys that were used or created last, and of the earlier secrets that work
 * longest. They come as one string, because thousands of rows would cost this process far more.
 */
export async function listLiveHashes(limit: number): Promise<string[]> {
  const [row] = await db().$queryRaw<{ hashes: string | null }[]>`
    SELECT string_agg(encode(hash, 'base64'), ',') AS hashes
    FROM (
      (SELECT hash FROM keys WHERE revoked_at IS NULL ORDER BY greatest(last_used_at, created_at) DESC LIMIT ${limit})
      UNION ALL
      (SELECT hash FROM earlier_secrets WHERE until > ${new Date(now())} ORDER BY until DESC LIMIT ${limit})
    ) AS live`;
  return row?.hashes?.split(",") ?? [];
}
