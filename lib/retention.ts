import { now } from "./process/clock";
import { DAY_MS } from "./values/time";

/**
 * Returns the time before which rows are old, if they are kept for this many days, or null for 0, which keeps them
 * forever.
 */
export function oldBefore(days: number): Date | null {
  return days === 0 ? null : new Date(now() - days * DAY_MS);
}
