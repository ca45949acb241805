import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "../db";
import { SCOPES, type Scope } from "../scopes";
import { displayPrefix, generateKey, hashKey } from "./format";
import type { NewKey } from "./schema";

const COLUMNS = {
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
} as const;

/** Most keys that one listing shows. */
const MAX_LISTED = 1_000;

/** Stores a new API key and returns it in clear, this once: the database has only its hash. */
export async function createKey(input: NewKey): Promise<{ id: string; key: string }> {
  const key = generateKey();
  const id = `key_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  const { name, plan, perMinute = null, perDay = null, scopes, expiresAt = null } = input;
  await db().apiKey.create({
    data: {
      id,
      hash: new Uint8Array(hashKey(key)),
      prefix: displayPrefix(key),
      name,
      plan,
      perMinute,
      perDay,
      scopes,
      expiresAt,
    },
    select: { id: true },
  });
  return { id, key };
}

/** Lists the keys, newest first; never a hash. */
export async function listKeys() {
  return db().apiKey.findMany({ select: COLUMNS, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: MAX_LISTED });
}

/** Revokes a key for good. Returns false when no key has this id; revoking twice keeps the first date. */
export async function revokeKey(id: string): Promise<boolean> {
  const { count } = await db().apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
  return count > 0 || (await db().apiKey.count({ where: { id } })) > 0;
}

/** What a request needs to know of its key; `expiresAt` in milliseconds since the Unix epoch, Infinity for never. */
export type KnownKey = { id: string; scopes: readonly Scope[]; expiresAt: number };

/** Finds a key that is not revoked by the SHA-256 of its text. */
export async function findKeyByHash(hash: Buffer): Promise<KnownKey | null> {
  const row = await db().apiKey.findUnique({
    where: { hash: new Uint8Array(hash) },
    select: { id: true, scopes: true, expiresAt: true, revokedAt: true },
  });
  if (!row || row.revokedAt) return null;
  const scopes = SCOPES.filter((scope) => row.scopes.includes(scope));
  return { id: row.id, scopes, expiresAt: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY };
}

/** Writes when a key was last used. */
export async function recordUse(id: string, at: Date): Promise<void> {
  await db().apiKey.updateMany({ where: { id }, data: { lastUsedAt: at } });
}
