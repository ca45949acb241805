import "server-only";
import { hash } from "node:crypto";
import { BoundedMap } from "../bounded-map";
import { monotonic, now } from "../clock";
import { once } from "../global";
import { isWellFormedKey } from "./format";
import { findKeyByHash, type KnownKey } from "./store";

/** How long a verification is believed, in milliseconds: a revoked key stops within this time, everywhere. */
const CACHE_MS = 1_000;
/** Most verifications that are remembered. */
const CACHE_SIZE = 10_000;

type Entry = { key: KnownKey | null | Promise<KnownKey | null>; until: number };

const cache = once("keys.verify", () => new BoundedMap<string, Entry>(CACHE_SIZE));

/** Finds whose key this is; null when it is none, unknown, expired or revoked. */
export function findCallerByKey(key: string): KnownKey | null | Promise<KnownKey | null> {
  // The cache holds hashes, not keys; base64 is what the hash comes as fastest.
  const name = hash("sha256", key, "base64");
  const entry = cache.get(name);
  const found = entry && entry.until > monotonic() ? entry.key : lookUp(key, name);
  return found instanceof Promise ? found.then(unlessExpired) : unlessExpired(found);
}

const unlessExpired = (known: KnownKey | null) => (known && known.expiresAt > now() ? known : null);

/** One look-up at a time for a key, however many requests wait for it. A failed look-up is not remembered. */
function lookUp(key: string, name: string): null | Promise<KnownKey | null> {
  if (!isWellFormedKey(key)) return null;
  const found = findKeyByHash(Buffer.from(name, "base64"));
  const fresh: Entry = { key: found, until: monotonic() + CACHE_MS };
  found.then(
    (known) => {
      fresh.key = known; // from now on nobody has to wait
    },
    () => cache.get(name) === fresh && cache.delete(name),
  );
  cache.set(name, fresh);
  return found;
}
