import "server-only";
import { LruMap } from "../../concurrency/lru-map";
import { perDatabase } from "../../database/per-database";
import { now } from "../../process/clock";
import { DAY_MS, MINUTE_MS } from "../../values/time";
import type { Profile } from "../profile/schema";

/** Maximum size of all cached profiles, roughly in bytes of memory. */
const MAX_SIZE = 80_000_000;
/** Roughly what a profile takes besides its texts, and what a photo takes, as an object and as JSON. */
const PROFILE_SIZE = 600;
const PHOTO_SIZE = 1_300;

/** How many animals are remembered as listed. */
const MAX_LISTED = 20_000;

/** A profile as it was read, and the version of its animal. `until` is in milliseconds since the Unix epoch. */
type Cached = { profile: Profile; version: string; until: number };

/** The profiles that were read within the last minute, by the id of their animal. */
const cache = () => perDatabase("pets.profiles", () => new LruMap<bigint, Cached>(MAX_SIZE, sizeOf));

/**
 * Animals that were listed a short time ago. A profile is cached from the second listing on, because caching what
 * nobody asks for again costs more than it saves.
 */
const listed = () => perDatabase("pets.listed", () => new LruMap<bigint, true>(MAX_LISTED));

/** Returns the profile of an animal in this version, if it was read within the last minute. */
export function recallProfile(id: bigint, version: string): Profile | null {
  const cached = cache().get(id);
  return cached?.version === version && now() < cached.until ? cached.profile : null;
}

/**
 * Caches the profile of an animal that is listed again, for a minute, but not over midnight UTC, when the age group may
 * change. A cached profile is frozen, so its JSON is cached as well.
 */
export function cacheProfile(id: bigint, version: string, profile: Profile): Profile {
  if (!listed().get(id)) {
    listed().set(id, true);
    return profile;
  }
  const time = now();
  const until = Math.min(time + MINUTE_MS, (Math.floor(time / DAY_MS) + 1) * DAY_MS);
  cache().set(id, { profile: Object.freeze(profile), version, until });
  return profile;
}

function sizeOf({ profile: { story, photos } }: Cached): number {
  const texts = photos.reduce((sum, { alt }) => sum + alt.length, story?.length ?? 0);
  return PROFILE_SIZE + PHOTO_SIZE * photos.length + 2 * texts;
}
