import { now } from "../process/clock";
import { recordOf } from "../values/objects";
import { DAY_MS, shortDateWords } from "../values/time";

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A part of a day, such as 09:00 to 17:30, in the time zone of the shelter. */
export type OpenPeriod = { opens: string; closes: string };

/** When the shelter is open. A day without periods is closed. */
export type OpeningHours = {
  days: Record<Weekday, OpenPeriod[]>;
  /** The days that differ from their day of the week, by date. */
  exceptions: { date: string; periods: OpenPeriod[] }[];
  note: string | null;
};

export const mapDays = (periodsOf: (day: Weekday) => OpenPeriod[]) => recordOf(WEEKDAYS, periodsOf);

export const dayName = (day: Weekday) => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;

export const weekdayOf = (date: string): Weekday => WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7] ?? "monday";

const addDays = (date: string, days: number) => toDate(Date.parse(date) + days * DAY_MS);
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns when the shelter is open on a date such as 2030-12-24. */
const periodsOn = ({ days, exceptions }: OpeningHours, date: string) =>
  exceptions.find((exception) => exception.date === date)?.periods ?? days[weekdayOf(date)];

const periodsText = (periods: readonly OpenPeriod[]) =>
  periods.length === 0 ? "closed" : periods.map(({ opens, closes }) => `${opens} to ${closes}`).join(", ");

/** A line of opening hours for people. A note has no label, and is for no day. */
export type HoursLine = { label: string; shortLabel: string; text: string; days: Weekday[]; date: string | null };

/** Returns the lines of the week, of the dates that have not passed, and of the note. */
export function hoursLines({ days, exceptions, note }: OpeningHours): HoursLine[] {
  const groups: Weekday[][] = [];
  for (const day of WEEKDAYS) {
    const last = groups.at(-1);
    if (last?.[0] && periodsText(days[last[0]]) === periodsText(days[day])) last.push(day);
    else groups.push([day]);
  }
  // Somewhere it is still yesterday.
  const earliest = toDate(now() - DAY_MS);
  return [
    ...groups.map((group) => {
      const [first = "monday", ...others] = group;
      const ends = [first, ...others.slice(-1)].map(dayName);
      const shortLabel = ends.map((name) => name.slice(0, 3)).join("–");
      return { label: ends.join(" to "), shortLabel, text: periodsText(days[first]), days: group, date: null };
    }),
    ...exceptions
      .filter(({ date }) => date >= earliest)
      .map(({ date, periods }) => {
        const label = shortDateWords(new Date(date));
        return { label, shortLabel: label, text: periodsText(periods), days: [], date };
      }),
    ...(note === null ? [] : [{ label: "", shortLabel: "", text: note, days: [], date: null }]),
  ];
}

export const hoursText = (hours: OpeningHours) =>
  hoursLines(hours)
    .map(({ label, text }) => (label ? `${label}: ${text}` : text))
    .join("\n");

/** Returns the hours of a date, for people who read them on that day. `namesNext`: when the shelter opens again. */
export function todayText(hours: OpeningHours, date: string, namesNext: boolean): string {
  const periods = periodsOn(hours, date);
  return periods.length > 0
    ? `Today ${periodsText(periods)}`
    : `Closed today${namesNext ? opensNext(hours, date) : ""}`;
}

/** Names the next day within a week on which it opens: ", opens Tuesday 13:00", with both on one line. */
function opensNext(hours: OpeningHours, today: string): string {
  for (let days = 1; days <= 7; days++) {
    const date = addDays(today, days);
    const [first] = periodsOn(hours, date);
    if (first) return `, opens ${dayName(weekdayOf(date))}\u00a0${first.opens}`;
  }
  return "";
}

/**
 * Returns a sentence that the shelter is closed on a date, or at a time of that day (15:30, or empty). Returns an empty
 * string if it is open, or if the opening hours are not known.
 */
export function closedWords(hours: OpeningHours | null, date: string, time: string): string {
  if (hours === null) return "";
  const periods = periodsOn(hours, date);
  const isException = hours.exceptions.some((exception) => exception.date === date);
  const day = isException ? shortDateWords(new Date(date)) : `${dayName(weekdayOf(date))}s`;
  if (periods.length === 0) return `The shelter is closed on ${day}.`;
  const isOpen = time === "" || periods.some(({ opens, closes }) => opens <= time && time < closes);
  return isOpen ? "" : `The shelter is closed then. On ${day}: ${periodsText(periods)}.`;
}

/** The place of the first period that does not close after it opens, or begins before the one before ends; else -1. */
export const misplacedPeriod = (periods: readonly OpenPeriod[]) =>
  periods.findIndex(({ opens, closes }, at) => closes <= opens || opens < (periods[at - 1]?.closes ?? ""));
