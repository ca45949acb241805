import "server-only";
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type Actor, audited, fieldsOf, lockAudited } from "../audit/store";
import { type Db, db } from "../database/client";
import { joinedTransaction, type Transaction } from "../database/transaction";
import { conflict, DomainError } from "../domain";
import type { PageQuery } from "../http/paging";
import type { StoredLimits } from "../limits/bucket";
import { PLANS } from "../limits/plans";
import { now } from "../process/clock";
import { numbered, type PageRange, readPage } from "../values/cursor";
import { keysOf } from "../values/objects";
import { DAY_MS } from "../values/time";
import { displayPrefix, generateKey, hashKey } from "./format";
import { type KeyChange, type KeySecret, type NewKey, NO_KEY } from "./schema";

export const COLUMNS = {
  id: true,
  prefix: true,
  name: true,
  plan: true,
  perMinute: true,
  perDay: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  version: true,
} as const;

const MAX_BANS_SHOWN = 20;
const USAGE_DAYS = 30;
/** How long an admin has to wait before lifting another ban of the same key. */
const LIFT_EVERY_MS = DAY_MS;
export const LATEST_BAN = { orderBy: { startedAt: "desc" }, take: 1 } as const;

/** Returns the midnight (UTC) at which the day of this time begins. */
const dayOf = (time: number) => new Date(Math.floor(time / DAY_MS) * DAY_MS);

/** Selects the earlier secret that works longest, if one still works. */
const earlier = () =>
  ({
    where: { until: { gt: new Date(now()) } },
    orderBy: { until: "desc" },
    take: 1,
    select: { until: true },
  }) as const;

/** Stores a new API key. It is returned in plain text only this once. */
export function createKey(actor: Actor, input: NewKey): Promise<KeySecret> {
  const key = generateKey();
  const id = `key_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const { name, plan, perMinute = null, perDay = null, scopes, expiresAt = null } = input;
  const secret = { hash: new Uint8Array(hashKey(key)), prefix: displayPrefix(key) };
  const data = { id, ...secret, name, plan, perMinute, perDay, scopes, expiresAt };
  return audited(
    actor,
    async (tx) => {
      await tx.apiKey.create({ data, select: { id: true } });
      return { id, key };
    },
    () => ({ ...ofKey(id), action: "key.create", fields: fieldsOf({}, { name, plan, scopes }) }),
  );
}

/** Lists the keys, newest first, with today's use and the latest ban. Never returns a hash. */
export async function listKeys(query: PageQuery) {
  const select = {
    ...COLUMNS,
    number: true,
    earlier: earlier(),
    usage: { where: { day: dayOf(now()) }, select: { requests: true } },
    bans: { ...LATEST_BAN, select: { until: true, liftedAt: true } },
  } as const;
  const read = (range: PageRange) => db().apiKey.findMany({ ...numbered(range), select });
  return readPage(query, { read, idOf: ({ number }) => number });
}

/**
 * Reads everything about one key: its row, 30 days of use, and its bans, newest first. One query after another: Prisma
 * would send several at once on the connection of a transaction, which `pg` deprecates.
 * @throws DomainError not_found
 */
export async function getKey(id: string) {
  const tx = joinedTransaction() ?? db();
  const keyId = id;
  const since = dayOf(now() - (USAGE_DAYS - 1) * DAY_MS);
  const key = await getKeyRow(tx, id);
  const { where, ...latest } = earlier();
  return {
    ...key,
    earlier: await tx.earlierSecret.findMany({ ...latest, where: { ...where, keyId } }),
    usage: await tx.keyUsage.findMany({ where: { keyId, day: { gte: since } }, orderBy: { day: "asc" } }),
    bans: await tx.keyBan.findMany({ where: { keyId }, orderBy: { startedAt: "desc" }, take: MAX_BANS_SHOWN }),
    liftedLately: await wasLiftedLately(id, tx),
  };
}

export async function getKeyRow(tx: Transaction, id: string) {
  const key = await tx.apiKey.findUnique({ where: { id }, select: COLUMNS });
  if (!key) throw new DomainError("not_found", NO_KEY);
  return key;
}

/** Until the end of the transaction, the key is not changed. Returns its version. @throws DomainError not_found */
export async function lockKey(tx: Transaction, id: string): Promise<bigint> {
  await lockAudited(tx);
  return BigInt((await getKeyRow(tx, id)).version);
}

async function wasLiftedLately(keyId: string, tx: Db): Promise<boolean> {
  const where = { keyId, liftedAt: { gt: new Date(now() - LIFT_EVERY_MS) } };
  return (await tx.keyBan.findFirst({ where, select: { id: true } })) !== null;
}

export type KeyRow = Awaited<ReturnType<typeof getKey>>;

/**
 * A change to the current values does nothing.
 * @throws DomainError not_found; conflict when the key is revoked
 */
export async function changeKey(actor: Actor, id: string, change: KeyChange | StoredKey): Promise<void> {
  const { plan, perMinute = null, perDay = null, name, expiresAt } = change;
  const wanted = {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan, perMinute, perDay }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  await audited(
    actor,
    async (tx) => {
      const before = await getKeyRow(tx, id);
      if (before.revokedAt) throw conflict("A revoked key cannot be changed");
      const fields = fieldsOf(before, wanted);
      if (keysOf(fields).length === 0) return null;
      await tx.apiKey.update({ where: { id }, data: wanted, select: { id: true } });
      return fields;
    },
    (fields) => fields && { ...ofKey(id), action: "key.change", fields },
  );
}

const StoredKey = z.object({
  name: z.string(),
  plan: z.enum(PLANS),
  perMinute: z.nullable(z.coerce.number()),
  perDay: z.nullable(z.coerce.number()),
  expiresAt: z.nullable(z.coerce.date()),
});
type StoredKey = z.infer<typeof StoredKey>;

/** Gives some fields earlier values. @throws DomainError not_found; conflict when the key is revoked */
export async function restoreKey(actor: Actor, id: string, earlier: Readonly<Record<string, unknown>>): Promise<void> {
  const row = await getKeyRow(joinedTransaction() ?? db(), id);
  await changeKey(actor, id, StoredKey.parse({ ...row, ...earlier }));
}

export const ofKey = (id: string) => ({ subject: "key", subjectId: id }) as const;

/** Revokes a key permanently. Revoking it again keeps the first date. @throws DomainError not_found */
export async function revokeKey(actor: Actor, id: string): Promise<void> {
  await audited(
    actor,
    async (tx) => {
      await getKeyRow(tx, id);
      return tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date(now()) } });
    },
    ({ count }) => (count > 0 ? { ...ofKey(id), action: "key.revoke" } : null),
  );
}

/** Whether an admin may lift the ban of a key now. */
export function mayLift({ bans: [latest], liftedLately }: Pick<KeyRow, "bans" | "liftedLately">): boolean {
  return !liftedLately && latest !== undefined && isInForce(latest);
}

export const isInForce = ({ until, liftedAt }: { until: Date; liftedAt: Date | null }) =>
  liftedAt === null && until.getTime() > now();

/**
 * Ends the ban of a key early. The ban still counts towards the length of the next one. The command line may do this at
 * any time, an admin once a day for each key.
 * @throws DomainError not_found; conflict when the key is not banned, or when one of its bans was lifted within a day
 */
export function unbanKey(actor: Actor, id: string): Promise<void> {
  return audited(
    actor,
    async (tx) => {
      await getKeyRow(tx, id);
      const latest = await tx.keyBan.findFirst({ where: { keyId: id }, orderBy: LATEST_BAN.orderBy });
      if (!latest || !isInForce(latest)) throw conflict("This key is not banned");
      if (actor.kind !== "operator" && (await wasLiftedLately(id, tx))) {
        throw conflict("A ban of this key was lifted within the last day");
      }
      await tx.keyBan.updateMany({ where: { id: latest.id, liftedAt: null }, data: { liftedAt: new Date(now()) } });
    },
    () => ({ ...ofKey(id), action: "key.unban" }),
  );
}

export function storedLimits({ usage, bans }: Pick<KeyRow, "usage" | "bans">): StoredLimits {
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
          isLifted: ban.liftedAt !== null,
        }
      : null,
  };
}
