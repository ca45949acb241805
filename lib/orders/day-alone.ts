import { DAY_MS, HOUR_MS } from "../values/time";

/**
 * The time in UTC that stands for a day alone. Nobody can choose a time with a millisecond, so it means the same day in
 * every time zone (docs/decisions/adoptions.md).
 */
export const DAY_ALONE = "T12:00:00.001Z";

/** Whether only the day is known. */
export const isDayAlone = (iso: string) => iso.endsWith(DAY_ALONE);

/** Time zones are up to this many hours ahead of UTC, and behind it. */
const [MOST_AHEAD, MOST_BEHIND] = [14, 12];

/** Returns when a time begins and ends, in milliseconds: a day alone is that day in any time zone. */
export function spanOf(time: Date): { from: number; to: number } {
  const iso = time.toISOString();
  if (!isDayAlone(iso)) return { from: time.getTime(), to: time.getTime() };
  const midnight = Date.parse(iso.slice(0, -DAY_ALONE.length));
  return { from: midnight - MOST_AHEAD * HOUR_MS, to: midnight + DAY_MS + MOST_BEHIND * HOUR_MS };
}
