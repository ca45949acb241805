import { DAY_MS, DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, monthsBetween } from "./time";

/** In UTC: 5 December 2030. */
export function dateWords(date: Date): string {
  return date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}

/** In the reader's time zone, as all below unless they say otherwise: Thursday, 5 December 2030. */
export function longDayWords(time: Date): string {
  return time.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** Thursday, 5 December */
export function weekdayWords(time: Date): string {
  return time.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
}

/** Of 2030-12-05T15:30, a time on somebody's clock: Thursday, 5 December 2030 at 15:30. Of a day, without the time. */
export function appointmentWords(text: string): string {
  const [day, time] = text.split("T");
  const words = longDayWords(new Date(`${day}T12:00`));
  return time === undefined ? words : `${words} at ${time}`;
}

/** 5 Dec 2030, 15:30 */
export function minuteWords(time: Date): string {
  return time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

/** 15:30 */
export const clockWords = (time: Date) => time.toLocaleTimeString("en-GB", { timeStyle: "short" });

/** Of a date such as 2030-12-05: 5 Dec. */
export function dayWords(date: string): string {
  return new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}

/** 5 Dec, or 5 Dec 2030 in another year than `from`. */
export function nearDayWords(time: Date, from: Date): string {
  const isThisYear = time.getFullYear() === from.getFullYear();
  return time.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
}

/** 5 Dec, 15:30, with the year as above. */
export function nearMinuteWords(time: Date, from: Date): string {
  return `${nearDayWords(time, from)}, ${clockWords(time)}`;
}

/** Rounded up to a unit that suits its length. */
export function timeWords(seconds: number): string {
  const [count, unit] =
    seconds < 2 * MINUTE_SECONDS
      ? [seconds, "second"]
      : seconds < 2 * HOUR_SECONDS
        ? [Math.ceil(seconds / MINUTE_SECONDS), "minute"]
        : [Math.ceil(seconds / HOUR_SECONDS), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** "7 days left", "36 hours left" */
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
/** In UTC. */
const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);

/** In one unit, rounded down; null for less than a minute. From a day on, the calendar counts. */
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

/** "7 months", "1 day", "less than a minute" */
export function sinceWords(time: Date, from: Date): string {
  const length = lengthOf(time, from);
  return length ? `${length.count} ${length.unit}${length.count === 1 ? "" : "s"}` : "less than a minute";
}

/** Made when first needed: the first format takes browsers 30 ms, which every page would wait for. */
let format: Intl.RelativeTimeFormat | undefined;

/**
 * "5 minutes ago", "yesterday", "in 3 weeks". The past is rounded down, the future to the nearest, so
 * that a week does not start as six days.
 */
export function agoWords(time: Date, from: Date): string {
  format ??= new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const seconds = (time.getTime() - from.getTime()) / 1_000;
  if (seconds < 0) {
    const length = lengthOf(time, from);
    return length ? format.format(-length.count, length.unit) : "just now";
  }
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? [];
  return unit ? format.format(Math.round(seconds / size), unit) : "just now";
}
