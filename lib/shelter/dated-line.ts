import type { DateSpan } from "./date-span";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?:,?\s*(20\d\d)\b)?`;
/** 2030-12-24, 24.12. and 24.12.2030, 24 Dec 2030, Dec 24, 2030, and 24 alone beside another date. */
const DATE = [
  String.raw`(20\d\d)-(\d\d)-(\d\d)`,
  String.raw`(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(20\d\d)\b|\.|(?![\d:]))`,
  String.raw`(${DAY})\.?\s*(?:of\s+)?(${MONTH})${YEAR}`,
  String.raw`(${MONTH})\s*(${DAY})\b${YEAR}`,
  String.raw`(${DAY})(?=\.?\s*(?:-|–|—|,|&|to|until|and)\s*(?!20\d\d)\d)`,
].join("|");
const ONE = new RegExp(`^(?:${DATE})`, "i");
/** After "Dec 24", a day alone is in the same month: "Dec 24–26, 2030". */
const AFTER_MONTH = new RegExp(String.raw`^(?:${DATE}|(${DAY})\b(?:,\s*(20\d\d)\b)?(?![:.]\d))`, "i");
/** The group of `DATE` that has the month before the day. */
const MONTH_FIRST = 10;
const JOINT = /^\s*(?:(-|–|—|to\b|until\b|through\b)|,|&|and\b)\s*/i;
/** The text after the dates. */
const REST = /^\s*(?::\s*|\s)(\S.*)$/s;

/** A date as it was written, in which the month or the year may be missing. */
type WrittenDate = { day: number; month: number | null; year: number | null; isEnd: boolean };

/** Reads a line that begins with dates, such as "24–26 Dec: closed". Returns null for any other line. */
export function readDatedLine(line: string): { label: string; text: string; dates: DateSpan[] } | null {
  const written: WrittenDate[] = [];
  let rest = line.trim();
  const whole = rest;
  let [isEnd, pattern] = [false, ONE];
  for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
    written.push({ ...toWritten(found), isEnd });
    rest = rest.slice(found[0].length);
    if (found[MONTH_FIRST]) pattern = AFTER_MONTH;
    const joint = JOINT.exec(rest);
    if (!joint || !pattern.test(rest.slice(joint[0].length))) break;
    isEnd = joint[1] !== undefined;
    rest = rest.slice(joint[0].length);
  }
  const text = REST.exec(rest)?.[1];
  const dates = toSpans(written);
  if (text === undefined || dates === null || dates.length === 0) return null;
  return { label: whole.slice(0, whole.length - rest.length), text, dates };
}

function toWritten([, ...groups]: RegExpExecArray): Omit<WrittenDate, "isEnd"> {
  const [y1, m1, d1, d2, m2, y2, d3, m3, y3, m4, d4, y4, d5, d6, y6] = groups;
  const [day, year] = [d1 ?? d2 ?? d3 ?? d4 ?? d5 ?? d6, y1 ?? y2 ?? y3 ?? y4 ?? y6];
  const [name, number] = [m3 ?? m4, m1 ?? m2];
  const month = name === undefined ? Number(number) : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return {
    day: Number.parseInt(day ?? "", 10),
    month: name === undefined && number === undefined ? null : month,
    year: year === undefined ? null : Number(year),
  };
}

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
