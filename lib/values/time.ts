export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_SECONDS = MINUTE_MS / SECOND_MS;
export const HOUR_SECONDS = HOUR_MS / SECOND_MS;
export const DAY_SECONDS = DAY_MS / SECOND_MS;

/** Whole months of the calendar, in UTC. */
export function monthsBetween(from: Date, until: Date): number {
  const months = (until.getUTCFullYear() - from.getUTCFullYear()) * 12 + until.getUTCMonth() - from.getUTCMonth();
  return Math.max(0, until.getUTCDate() < from.getUTCDate() ? months - 1 : months);
}

/** In the reader's time zone: 2030-12-05. */
export function localDate(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** In UTC: 5 Dec 2030. */
export function shortDateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
}
