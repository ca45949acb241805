import { now } from "../../process/clock";
import { DAY_MS, HOUR_MS } from "../../values/time";
import { AGE_GROUPS, type AgeGroup } from "../facts";

/** The age in years at which an animal leaves its group. Seniors stay. */
const ENDS: Readonly<Record<AgeGroup, number>> = { baby: 1, young: 3, adult: 8, senior: Number.POSITIVE_INFINITY };

/** Tortoises grow old. */
export const EARLIEST_YEAR = 1900;
/** How much earlier than in UTC a day may begin somewhere on Earth. */
const AHEAD_MS = 14 * HOUR_MS;

export function bornOnProblem(text: string): string | null {
  if (!/^\d{4}(-\d\d(-\d\d)?)?$/.test(text)) return "must be a date: 2024, 2024-05 or 2024-05-17";
  const first = firstDay(text);
  const time = Date.parse(`${first}T00:00:00Z`);
  if (Number.isNaN(time) || isoDay(time) !== first) return "must be a date that exists";
  if (Number(text.slice(0, 4)) < EARLIEST_YEAR) return `must not be before ${EARLIEST_YEAR}`;
  return first > latestDay() ? "must not be in the future" : null;
}

/** The latest day that has begun somewhere on Earth. */
export const latestDay = () => isoDay(now() + AHEAD_MS);

export function isBornAfter(bornOn: string, moment: string): boolean {
  return bornOnProblem(bornOn) === null && bornOn > moment.slice(0, bornOn.length);
}

/** Today in UTC. A date without a month or a day counts from its first day: `2024` from 1 January 2024. */
export function ageGroupOf(bornOn: string): AgeGroup {
  const born = firstDay(bornOn);
  return AGE_GROUPS.find((group) => group === "senior" || born > yearsAgo(ENDS[group])) ?? "senior";
}

/** After `after`, up to and including `until`, or null where there is no bound. Whole days, as text. */
export function bornBetween(group: AgeGroup): { after: string | null; until: string | null } {
  const younger = AGE_GROUPS[AGE_GROUPS.indexOf(group) - 1];
  return {
    after: group === "senior" ? null : yearsAgo(ENDS[group]),
    until: younger === undefined ? null : yearsAgo(ENDS[younger]),
  };
}

function firstDay(text: string): string {
  return text.padEnd(10, "-01");
}

/** 29 February may become a day that does not exist; as text, it then compares like the end of February. */
function yearsAgo(years: number): string {
  const text = today();
  return `${Number(text.slice(0, 4)) - years}${text.slice(4)}`;
}

/** The last day that was asked for. Formatting a date is slow, and a page of profiles needs today for each animal. */
let latest = { day: Number.NaN, text: "" };

function today(): string {
  const day = Math.floor(now() / DAY_MS);
  if (day !== latest.day) latest = { day, text: isoDay(day * DAY_MS) };
  return latest.text;
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
