import "server-only";
import { now } from "../clock";
import { once } from "../global";
import type { Scope } from "../scopes";
import { hashKey } from "./format";
import { findKeyByHash, type KnownKey, recordUse } from "./store";

/** How long a verification is believed, in milliseconds: a revoked key stops within this time, everywhere. */
const CACHE_MS = 1_000;
/** Most verifications that are remembered; the oldest go first. */
const CACHE_SIZE = 10_000;
/** A key's last use is written at most this often, in milliseconds. */
const LAST_USED_MS = 60_000;

type Entry = { key: Promise<KnownKey | null>; until: number };

const state = once("keys.verify", () => ({ cache: new Map<string, Entry>(), lastUsed: new Map<string, number>() }));

/** Finds whose key this is; null when it is unknown, expired or revoked. */
export async function findCallerByKey(key: string): Promise<{ id: string; scopes: readonly Scope[] } | null> {
  const hash = hashKey(key);
  const known = await cached(hash);
  if (!known || known.expiresAt <= now()) return null;
  noteUse(known.id);
  return { id: known.id, scopes: known.scopes };
}

/** One look-up at a time for a key, however many requests wait for it. A failed look-up is not remembered. */
function cached(hash: Buffer): Promise<KnownKey | null> {
  const name = hash.toString("base64");
  const entry = state.cache.get(name);
  if (entry && entry.until > performance.now()) return entry.key;
  const fresh = { key: findKeyByHash(hash), until: performance.now() + CACHE_MS };
  fresh.key.catch(() => state.cache.get(name) === fresh && state.cache.delete(name));
  state.cache.delete(name);
  state.cache.set(name, fresh);
  trim(state.cache);
  return fresh.key;
}

/** Writes the last use behind the request, which does not wait for it; losing one is harmless. */
function noteUse(id: string): void {
  const at = now();
  if (at - (state.lastUsed.get(id) ?? 0) < LAST_USED_MS) return;
  state.lastUsed.delete(id);
  state.lastUsed.set(id, at);
  trim(state.lastUsed);
  recordUse(id, new Date(at)).catch(() => state.lastUsed.delete(id));
}

function trim(map: Map<string, unknown>): void {
  const oldest = map.size > CACHE_SIZE ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
