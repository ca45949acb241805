import "server-only";
import { hash } from "node:crypto";
import { JoinedCalls, LruMap } from "../concurrency/caches";
import { Semaphore } from "../concurrency/capacity";
import { monotonic, now } from "../process/clock";
import { singleton } from "../process/singleton";
import { hasChecksum, hasKeyForm } from "./format";
import { findKeyByHash, type KnownKey, listLiveHashes } from "./secret-store";

/** How long a verification is cached. A revoked key stops working everywhere within this time. */
const CACHE_MS = 1_000;
/** Maximum number of cached verifications, for known and for unknown keys each. */
const CACHE_SIZE = 10_000;
const MAX_LIVE = 10_000;
/** How long that list is cached while an IP address over its limit sends other keys. */
const LIVE_MS = 1_000;
/** Unknown keys must not exhaust the connection pool. Whoever waits too long is told to try again later. */
const LOOK_UPS = { maxTaken: 4, maxWaiting: 1_000, maxWaitMs: 10_000 };

type Verification = { key: KnownKey; until: number };

const state = singleton("keys.verify", () => ({
  /** Keys that were found. They stay after their verification has expired. */
  found: new LruMap<string, Verification>(CACHE_SIZE),
  /** When each cached "unknown" expires. A separate map, so that made-up keys cannot evict valid ones. */
  unknown: new LruMap<string, number>(CACHE_SIZE),
  lookUps: new JoinedCalls<KnownKey | null>(),
  slots: new Semaphore(LOOK_UPS),
  live: { hashes: new Set<string>(), until: Number.NEGATIVE_INFINITY, reads: new JoinedCalls<void>() },
}));

/** The name of a key in the caches: its SHA-256, in the form that is fastest to make. Null if it is no key. */
export function digestOf(text: string): string | null {
  return hasKeyForm(text) ? hash("sha256", text, "base64") : null;
}

/** Null if the key is invalid, and undefined if it has to be looked up. */
export function recallKey(digest: string): KnownKey | null | undefined {
  const found = state.found.get(digest);
  const time = monotonic();
  if (found && found.until > time) return unlessExpired(found.key);
  return (state.unknown.get(digest) ?? 0) > time ? null : undefined;
}

/**
 * Null if the key is unknown, expired or revoked. A failed look-up is not cached.
 * @throws what the database throws; `tooBusy` when too many look-ups are waiting
 */
export async function findKey(key: string, digest: string): Promise<KnownKey | null> {
  if (!hasChecksum(key)) return null;
  return state.lookUps.join(() => lookUpKey(digest), digest);
}

async function lookUpKey(digest: string): Promise<KnownKey | null> {
  // Measured from before the look-up, so that a slow one does not keep a revoked key working longer.
  const until = monotonic() + CACHE_MS;
  const found = await state.slots.within(() => findKeyByHash(Buffer.from(digest, "base64")));
  remember(digest, found, until);
  return found && unlessExpired(found);
}

/** Whether a key may exist: it was valid before, or is among those that were used or created last. */
export async function mayExist(digest: string): Promise<boolean> {
  const { found, live } = state;
  if (found.get(digest) || live.hashes.has(digest)) return true;
  if (live.until > monotonic()) return false;
  await live.reads.join(readLive);
  return live.hashes.has(digest);
}

async function readLive(): Promise<void> {
  state.live.hashes = new Set(await listLiveHashes(MAX_LIVE));
  state.live.until = monotonic() + LIVE_MS;
}

function remember(digest: string, found: KnownKey | null, until: number): void {
  if (found) {
    state.found.set(digest, { key: found, until });
    return;
  }
  state.found.delete(digest);
  state.live.hashes.delete(digest);
  state.unknown.set(digest, until);
}

const unlessExpired = (key: KnownKey) => (key.expiresAt > now() ? key : null);
