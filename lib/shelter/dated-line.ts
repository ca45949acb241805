import type { DateSpan } from "./date-span";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?:,?\s*(?<year>20\d\d)\b)?`;

/** A way to write dates: a pattern for the beginning of a line, with the parts in groups of these names. */
const form = (pattern: string) => new RegExp(`^(?:${pattern})`, "i");
/** Dec 24, 2030 */
const MONTH_FIRST = form(String.raw`(?<month>${MONTH})\s*(?<day>${DAY})\b${YEAR}`);
/** The forms, in the order in which they are tried. */
const FORMS = [
  // 2030-12-24
  form(String.raw`(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)`),
  // 24.12. and 24.12.2030
  form(String.raw`(?<day>\d{1,2})\.\s?(?<month>\d{1,2})(?:\.\s?(?<year>20\d\d)\b|\.|(?![\d:]))`),
  // 24 Dec 2030
  form(String.raw`(?<day>${DAY})\.?\s*(?:of\s+)?(?<month>${MONTH})${YEAR}`),
  MONTH_FIRST,
  // 24 alone beside another date
  form(String.raw`(?<day>${DAY})(?=\.?\s*(?:-|–|—|,|&|to|until|and)\s*(?!20\d\d)\d)`),
];
/** After "Dec 24", a day alone is in the same month: "Dec 24–26, 2030". */
const AFTER_MONTH_FIRST = [...FORMS, form(String.raw`(?<day>${DAY})\b(?:,\s*(?<year>20\d\d)\b)?(?![:.]\d)`)];
const JOINT = /^\s*(?:(-|–|—|to\b|until\b|through\b)|,|&|and\b)\s*/i;
/** The text after the dates. */
const REST = /^\s*(?::\s*|\s)(\S.*)$/s;

/** A date as it was written. The month or the year may be missing. */
type WrittenDate = { day: number; month: number | null; year: number | null; isEnd: boolean };

/** Reads a line that begins with dates, such as "24–26 Dec: closed". Returns null for any other line. */
export function readDatedLine(line: string): { label: string; text: string; dates: DateSpan[] } | null {
  const written: WrittenDate[] = [];
  let rest = line.trim();
  const whole = rest;
  let [isEnd, forms] = [false, FORMS];
  for (let found = firstMatch(forms, rest); found; found = firstMatch(forms, rest)) {
    written.push({ ...toWritten(found), isEnd });
    if (MONTH_FIRST.test(rest)) forms = AFTER_MONTH_FIRST;
    rest = rest.slice(found[0].length);
    const joint = JOINT.exec(rest);
    if (!joint || !firstMatch(forms, rest.slice(joint[0].length))) break;
    isEnd = joint[1] !== undefined;
    rest = rest.slice(joint[0].length);
  }
  const text = REST.exec(rest)?.[1];
  const dates = toSpans(written);
  if (text === undefined || dates === null || dates.length === 0) return null;
  return { label: whole.slice(0, whole.length - rest.length), text, dates };
}

/** Returns the match of the first form in which the text begins, or null. */
function firstMatch(forms: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const one of forms) {
    const found = one.exec(text);
    if (found) return found;
  }
  return null;
}

function toWritten({ groups: { day = "", month, year } = {} }: RegExpExecArray): Omit<WrittenDate, "isEnd"> {
  return {
    day: Number.parseInt(day, 10),
    month: month === undefined ? null : monthOf(month),
    year: year === undefined ? null : Number(year),
  };
}

/** Returns the number of a month from its number or its name. */
const monthOf = (text: string) => Number(text) || MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Returns the days that the dates mean. Null if one of them does not exist. */
function toSpans(written: readonly WrittenDate[]): DateSpan[] | null {
  const full = withMonths(written);
  if (full === null) return null;
  const spans: [MonthDate, MonthDate][] = [];
  for (const date of full) {
    const last = spans.at(-1);
    if (date.isEnd && last) last[1] = date;
    else spans.push([date, date]);
  }
  return spans.map(([from, to]) => toSpan(from, to));
}

type MonthDate = WrittenDate & { month: number };

/** Fills in missing months: "24–26 Dec" takes the month of the next date, "Dec 24–26" that of the one before. */
function withMonths(written: readonly WrittenDate[]): MonthDate[] | null {
  const full = written.map((date, index) => {
    const next =
      written.slice(index).find(({ month }) => month !== null) ?? written.findLast(({ month }) => month !== null);
    return {
      ...date,
      month: date.month ?? next?.month ?? 0,
      year: date.year ?? (date.month === null ? (next?.year ?? null) : null),
    };
  });
  return full.every(exists) ? full : null;
}

function exists({ day, month, year }: MonthDate): boolean {
  // A leap year, because 29 February exists in some years.
  const date = new Date(Date.UTC(year ?? 2028, month - 1, day));
  return month >= 1 && month <= 12 && day >= 1 && date.getUTCDate() === day;
}

/** If only one end has a year, the other end is in the same year, unless New Year is between them. */
function toSpan(from: MonthDate, to: MonthDate): DateSpan {
  const isNextYear = to.month < from.month;
  const [first, last] = [from.year ?? (to.year === null ? null : to.year - Number(isNextYear)), to.year ?? from.year];
  const end = to.year === null && from.year !== null ? from.year + Number(isNextYear) : last;
  return { from: dateText(from, first), to: dateText(to, end) };
}

const two = (value: number) => String(value).padStart(2, "0");
const dateText = ({ month, day }: MonthDate, year: number | null) =>
  `${year === null ? "" : `${year}-`}${two(month)}-${two(day)}`;
