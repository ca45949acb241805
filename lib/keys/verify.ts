import "server-only";
import { BoundedMap } from "../bounded-map";
import { monotonic, now } from "../clock";
import { once } from "../global";
import { hashKey } from "./format";
import { findKeyByHash, type KnownKey } from "./store";

/** How long a verification is believed, in milliseconds: a revoked key stops within this time, everywhere. */
const CACHE_MS = 1_000;
/** Most verifications that are remembered. */
const CACHE_SIZE = 10_000;

type Entry = { key: Promise<KnownKey | null>; until: number };

const cache = once("keys.verify", () => new BoundedMap<string, Entry>(CACHE_SIZE));

/** Finds whose key this is; null when it is unknown, expired or revoked. */
export async function findCallerByKey(key: string): Promise<KnownKey | null> {
  const known = await cached(hashKey(key));
  return known && known.expiresAt > now() ? known : null;
}

/** One look-up at a time for a key, however many requests wait for it. A failed look-up is not remembered. */
function cached(hash: Buffer): Promise<KnownKey | null> {
  const name = hash.toString("base64");
  const entry = cache.get(name);
  if (entry && entry.until > monotonic()) return entry.key;
  const fresh = { key: findKeyByHash(hash), until: monotonic() + CACHE_MS };
  fresh.key.catch(() => cache.get(name) === fresh && cache.delete(name));
  cache.set(name, fresh);
  return fresh.key;
}
