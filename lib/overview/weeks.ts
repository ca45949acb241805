import { DAY_MS } from "../values/time";
import { WEEKS } from "./schema";

/** Returns the beginning of a time's month, in UTC. */
export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** Returns the beginning of the month before a time's month, in UTC. */
export function lastMonthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
}

/** Returns the Mondays of the last weeks in UTC, oldest first. The last one begins the week of the given time. */
export function weekStarts(at: Date): Date[] {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  const monday = midnight - ((at.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS }, (_, index) => new Date(monday - (WEEKS - 1 - index) * 7 * DAY_MS));
}
