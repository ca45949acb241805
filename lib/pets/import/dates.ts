import { now } from "../../process/clock";
import { keysOf } from "../../values/objects";

export type DateOrder = "day first" | "month first";

/** `order` is null while the values leave it open; `example` is one of those that need it, or null if none does. */
export type OrderGuess = { order: DateOrder | null; example: string | null };

/** One order for a column: the one that its values prove, such as 08/15/2019. */
export function orderOf(cells: readonly string[]): OrderGuess {
  const proven = new Set<DateOrder>();
  let example: string | null = null;
  for (const cell of cells) {
    const [, first, separator, second] = NUMERIC.exec(dayOf(cell)) ?? [];
    if (first === undefined || separator === "." || first === second) continue;
    if (Number(first) > 12) proven.add("day first");
    else if (Number(second) > 12) proven.add("month first");
    else example ??= cell;
  }
  const [order = null, other] = proven;
  return { order: other === undefined ? order : null, example };
}

/** 03/04/2020, 3-4-20. With dots, the day is first everywhere. */
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;

/** Without "about", words in brackets, the time of day, the zone, the day of the week and the "th" of 15th. */
const dayOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(ABOUT, "")
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]? +/, "")
    .replace(/[t,\s]+(?:at +)?\d{1,2}:\d{2}.*$|(?<=\d)z$|(?<=\d)(?:st|nd|rd|th)(?![a-z])| *\((?!\d+\)).*\)$/g, "")
    .replace(/\s*([-/.])\s*/g, "$1");

const YEAR_FIRST = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
const MONTHS = "january february march april may june july august september october november december".split(" ");
/** Days since 1899-12-30, as Excel counts them: from 1954 to 2064. */
const SERIAL = /^([2-5]\d{4})(?:\.\d+)?$/;
const SERIAL_OF_1970 = 25_569;

/** A date as the API takes it: 2019, 2019-08 or 2019-08-15; null if it is not understood or does not exist. */
export function readDate(text: string, order: DateOrder | null): string | null {
  const date = dayOf(text);
  const serial = SERIAL.exec(date)?.[1];
  if (serial !== undefined) return isoDate(Date.UTC(1970, 0, 1 + Number(serial) - SERIAL_OF_1970));
  const [, wholeYear, month, day] = YEAR_FIRST.exec(date) ?? COMPACT.exec(date) ?? [];
  if (wholeYear !== undefined) return dateOf(wholeYear, month, day);
  const [, first, separator, second, year] = NUMERIC.exec(date) ?? [];
  if (first === undefined) return dateOfParts(date.match(/\d+|[a-z]+/g) ?? []);
  const isDayFirst = separator === "." || Number(first) > 12 || first === second || order === "day first";
  if (Number(second) > 12 || (!isDayFirst && order === "month first")) return dateOf(year, first, second);
  return isDayFirst ? dateOf(year, second, first) : null;
}

/** 15 Aug 2019, August 15 2019, Aug 19 (a year) and 08/2019. */
function dateOfParts(parts: readonly string[]): string | null {
  const name = parts.find((part) => /[a-z]/.test(part));
  const [year, other, more] = parts.filter((part) => part !== name).toReversed();
  // 10-Mar has no year.
  if (more !== undefined || (other === undefined && parts[0] !== name)) return null;
  if (name === undefined) return year?.length === 4 && other !== undefined ? dateOf(year, other) : null;
  const month = name.length < 3 ? -1 : MONTHS.findIndex((known) => known.startsWith(name));
  return dateOf(year, String(month + 1), other);
}

/** A year of two digits is not in the future: 19 is 2019, and 87 is 1987. */
function dateOf(year = "", month?: string, day?: string): string | null {
  const century = Number(year) > new Date(now()).getUTCFullYear() % 100 ? "19" : "20";
  const parts = [year.length === 2 ? century + year : year, month, day].flatMap((part) => part?.padStart(2, "0") ?? []);
  const date = parts.join("-");
  const time = Date.parse(`${date.padEnd(10, "-01")}T00:00:00Z`);
  return !Number.isNaN(time) && isoDate(time).startsWith(date) ? date : null;
}

const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The units of ages, and how much of a date says it as precisely: 2024, 2024-05, 2024-05-17. */
const UNITS = {
  years: { words: /^(?:y|yo|yrs?|years?)$/, length: 4 },
  months: { words: /^(?:m|mos?|mths?|months?)$/, length: 7 },
  weeks: { words: /^(?:w|wks?|weeks?)$/, length: 10 },
  days: { words: /^(?:d|days?)$/, length: 10 },
};
export type Unit = keyof typeof UNITS;

/** "Age (months)" says what its numbers are. */
export const unitOfHeading = (heading: string): Unit =>
  keysOf(UNITS).find((unit) => heading.toLowerCase().includes(unit.slice(0, -1))) ?? "years";

const ABOUT =
  /^(?:age:?|about|approx(?:imately|\.)?|around|circa|ca\.?|est(?:imated|\.)?|nearly|almost|over|under|[~<>]) */;
const OLD = / *(?:old|of age|\+|\(.*\))$/;
/** "2 years", "1 1/2 yrs", "2 - 3 mos." */
const PART =
  /^(\d\/\d(?!\S*\/)|\d+(?:[.,]\d+)?(?: \d\/\d)?)(?: ?(?:-|–|to|or) ?(\d+(?:[.,]\d+)?))?\+? ?([a-z]*)\.?[ ,&/]*(?:and )?/;
const FRACTIONS: Readonly<Record<string, string>> = { "½": " 1/2", "¼": " 1/4", "¾": " 3/4" };
const MAX_YEARS = 200;

/**
 * About when an animal of this age ("2y 3m", "10 wks") was born: in years "2024", in months "2024-05", in weeks or days
 * a day. `on` is the day for which the age is given, `unit` that of a bare number. Null if it is not understood.
 */
export function readAge(text: string, on: string, unit: Unit = "years"): string | null {
  const plain = text
    .toLowerCase()
    .replace(/[½¼¾]/g, (sign) => FRACTIONS[sign] ?? "")
    .replace(/\s+/g, " ");
  let rest = plain.trim().replace(ABOUT, "").replace(OLD, "");
  const isBare = !/[a-z]/.test(rest);
  const age: Record<Unit, number> = { years: 0, months: 0, weeks: 0, days: 0 };
  let length = 0;
  while (rest !== "") {
    const [all, least = "", most, word = ""] = PART.exec(rest) ?? [];
    const named = isBare ? unit : keysOf(UNITS).find((known) => UNITS[known].words.test(word));
    if (all === undefined || named === undefined || (isBare && all !== rest)) return null;
    const count = (amountOf(least) + amountOf(most ?? least)) / 2;
    const isPrecise = most === undefined && !Number.isInteger(count);
    age[named] += count;
    length = Math.max(length, named === "years" && isPrecise ? UNITS.months.length : UNITS[named].length);
    rest = rest.slice(all.length);
  }
  const isPossible = length > 0 && age.years + age.months / 12 + age.weeks / 52 + age.days / 365 <= MAX_YEARS;
  return isPossible ? bornOnOf(age, on).slice(0, length) : null;
}

/** "1.5", "1,5", "1 1/2" and "1/2". */
function amountOf(text: string): number {
  const parts = text.replace(",", ".").split(" ");
  return parts.reduce((sum, part) => {
    const [top, bottom = "1"] = part.split("/");
    return sum + Number(top) / Number(bottom);
  }, 0);
}

function bornOnOf({ years, months, weeks, days }: Record<Unit, number>, on: string): string {
  const [year = 0, month = 1, day = 1] = on.split("-").map(Number);
  const monthsAgo = Math.round(years * 12 + months);
  // A month without this day would otherwise become the next one.
  const lastDay = new Date(Date.UTC(year, month - monthsAgo, 0)).getUTCDate();
  return isoDate(Date.UTC(year, month - 1 - monthsAgo, Math.min(day, lastDay) - Math.round(weeks * 7 + days)));
}
