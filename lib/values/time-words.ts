import { DAY_MS, DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, monthsBetween } from "./time";

/** Returns a date in words, in UTC: 5 December 2030. */
export function dateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}

/** Returns a date in short, in UTC: 5 Dec 2030. */
export function shortDateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
}

/** Returns a day written out, in the reader's time zone: Thursday, 5 December 2030. */
export function longDayWords(time: Date): string {
  return time.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** Returns a day of this year, in the reader's time zone: Thursday, 5 December. */
export function weekdayWords(time: Date): string {
  return time.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
}

/** Returns a time written out, in the reader's time zone: Thursday, 5 December 2030 at 15:30. */
export function dayAndTimeWords(time: Date): string {
  return `${longDayWords(time)} at ${clockWords(time)}`;
}

/** Returns a time to the minute, in the reader's time zone: 5 Dec 2030, 15:30. */
export function minuteWords(time: Date): string {
  return time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** Returns the time of day in the reader's time zone: 15:30. */
export const clockWords = (time: Date) => time.toLocaleTimeString("en-GB", { timeStyle: "short" });

/** Returns the day and the month of a date such as 2030-12-05: 5 Dec. */
export function dayWords(date: string): string {
  return new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}

/** Returns the day of a time in the reader's time zone: 5 Dec, or 5 Dec 2030 in another year than `from`. */
export function nearDayWords(time: Date, from: Date): string {
  const isThisYear = time.getFullYear() === from.getFullYear();
  return time.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
}

/**
 * Returns a time to the minute in the reader's time zone: 5 Dec, 15:30. It has the year if that is not the year of
 * `from`.
 */
export function nearMinuteWords(time: Date, from: Date): string {
  return `${nearDayWords(time, from)}, ${clockWords(time)}`;
}

/** Returns a duration in words, rounded up to a unit that suits its length. */
export function timeWords(seconds: number): string {
  const [count, unit] =
    seconds < 2 * MINUTE_SECONDS
      ? [seconds, "second"]
      : seconds < 2 * HOUR_SECONDS
        ? [Math.ceil(seconds / MINUTE_SECONDS), "minute"]
        : [Math.ceil(seconds / HOUR_SECONDS), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Returns how much time is left until a time: "7 days left", "36 hours left". */
export function leftWords(until: Date, from: Date): string {
  const seconds = Math.max(0, Math.ceil((until.getTime() - from.getTime()) / 1_000));
  return seconds < 2 * DAY_SECONDS ? `${timeWords(seconds)} left` : `${Math.round(seconds / DAY_SECONDS)} days left`;
}

const UNITS = [
  ["year", 365 * DAY_SECONDS],
  ["month", 30 * DAY_SECONDS],
  ["week", 7 * DAY_SECONDS],
  ["day", DAY_SECONDS],
  ["hour", HOUR_SECONDS],
  ["minute", MINUTE_SECONDS],
] as const;
/** Returns the number of a day in UTC. */
const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);

/**
 * Returns how long ago a time was, in one unit, rounded down, or null for less than a minute. From a day on, the
 * calendar counts.
 */
function lengthOf(time: Date, from: Date): { count: number; unit: (typeof UNITS)[number][0] } | null {
  const months = monthsBetween(time, from);
  if (months >= 12) return { count: Math.floor(months / 12), unit: "year" };
  if (months >= 1) return { count: months, unit: "month" };
  const seconds = (from.getTime() - time.getTime()) / 1_000;
  if (seconds >= DAY_SECONDS) {
    const days = dayOf(from) - dayOf(time);
    return days < 7 ? { count: days, unit: "day" } : { count: Math.floor(days / 7), unit: "week" };
  }
  if (seconds >= HOUR_SECONDS) return { count: Math.floor(seconds / HOUR_SECONDS), unit: "hour" };
  return seconds >= MINUTE_SECONDS ? { count: Math.floor(seconds / MINUTE_SECONDS), unit: "minute" } : null;
}

/** Returns how long ago a time was, in one unit, rounded down: "7 months", "1 day", "less than a minute". */
export function sinceWords(time: Date, from: Date): string {
  const length = lengthOf(time, from);
  return length ? `${length.count} ${length.unit}${length.count === 1 ? "" : "s"}` : "less than a minute";
}

const RELATIVE = {
  long: new Intl.RelativeTimeFormat("en", { numeric: "auto" }),
  narrow: new Intl.RelativeTimeFormat("en", { style: "narrow" }),
} as const;

/**
 * Returns how far one time is from another, in one unit: "5 minutes ago", "yesterday", "in 3 weeks". The narrow style
 * shortens it: "5m ago", "1d ago". The past is rounded down. The future is rounded to the nearest, so that a week does
 * not start as six days.
 */
export function agoWords(time: Date, from: Date, style: keyof typeof RELATIVE = "long"): string {
  const seconds = (time.getTime() - from.getTime()) / 1_000;
  if (seconds < 0) {
    const length = lengthOf(time, from);
    return length ? RELATIVE[style].format(-length.count, length.unit) : "just now";
  }
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? [];
  return unit ? RELATIVE[style].format(Math.round(seconds / size), unit) : "just now";
}
