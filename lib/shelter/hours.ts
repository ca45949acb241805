import type { DateSpan } from "./date-span";
import { readDatedLine } from "./dated-line";

/** A line of opening hours: its wording, and the days of the week (0 is Sunday) or the dates it is for. */
export type HoursLine = {
  /** The days or dates as they were written; empty when the line names none. */
  label: string;
  text: string;
  days: readonly number[];
  dates: readonly DateSpan[];
};

/** The days of the week, Sunday first. */
export const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const DAYS = DAY_NAMES.map((name) => name.toLowerCase());
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  daily: EVERY_DAY,
  "every day": EVERY_DAY,
  weekdays: [1, 2, 3, 4, 5],
  weekends: [6, 0],
  weekend: [6, 0],
};
/** Days of two letters, also as in German. They count only before times, because "We" and "So" are words. */
const SHORT_DAYS = [["su", "so"], ["mo"], ["tu", "di"], ["we", "mi"], ["th", "do"], ["fr"], ["sa"]];
const BEFORE_TIMES = String.raw`(?=\.?\s*(?:[-–—,&/:\d]|closed\b|(?:to|and|until) [a-z]{2}\b))`;
/** A day of the week with at least three letters, or two: "Mon", "Tues", "Thursdays", "Mo". */
const DAY = `(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|(?:${SHORT_DAYS.flat().join("|")})\\b${BEFORE_TIMES})`;
const WORDS = `(?:${DAY}|${Object.keys(GROUPS).join("|")})`;
const JOINTS = String.raw`\s*(?:-|–|—|,|&|\/|\bto\b|\bthrough\b|\buntil\b|\band\b)\s*`;
/** Everything that `.` does not match below: with one of these inside a line, `LINE` would take very long to fail. */
export const LINE_BREAK = /\r\n?|[\n\u2028\u2029]/;
/** Days at the beginning of a line, and the text after them. */
const LINE = new RegExp(String.raw`^\s*(${WORDS}(?:\.?${JOINTS}${WORDS})*)\.?\s*(?::|\s)\s*(\S.*?)\s*$`, "i");
const CLOSED = /^closed(?:[.!]?$|,? (?:for|because|due|on|all day)\b)/i;
/** Whether the text of a line says that the shelter is closed. */
export const saysClosed = (text: string) => CLOSED.test(text);
/** The time at the beginning of "13:00 to 18:00" or "9 am – 5 pm". */
const OPENING = /^(\d{1,2}(?:[:.]\d{2})?(?: ?[ap]\.?m\b\.?)?)\s*(?:-|–|—|to\b|until\b)/i;
const THROUGH = /\s*(?:-|–|—|\bto\b|\bthrough\b|\buntil\b)\s*/gi;
const RANGE = /^\s*(?:-|–|—|to|through|until)\s*$/i;

/** Reads opening hours as people write them: one line for each day or group of days. */
export function readHours(hours: string): HoursLine[] {
  return hours
    .split(LINE_BREAK)
    .filter((line) => /\S/.test(line))
    .map((line) => {
      const [, label = "", text = ""] = LINE.exec(line) ?? [];
      const days = daysOf(label);
      if (days) return { label, text, days, dates: [] };
      const dated = readDatedLine(line);
      return dated ? { ...dated, days: [] } : { label: "", text: line.trim(), days: [], dates: [] };
    });
}

/** Shortens the days of a label: "Tuesday to Friday" becomes "Tue–Fri". */
export function shortDays(label: string): string {
  const short = label.replace(new RegExp(String.raw`\b${DAY}`, "gi"), (day) => day.slice(0, 3));
  return short.replace(THROUGH, "–").replace(/\s*(?:&|\band\b)\s*/gi, ", ");
}

/** Returns the hours of each day of the week, Sunday first, or null unless all are known. */
export function hoursByDay(hours: string): string[] | null {
  const lines = readHours(hours);
  const texts = EVERY_DAY.map((day) => {
    const found = lines.filter(({ days }) => days.includes(day));
    return found.length === 0 ? null : found.map(({ text }) => text).join(", ");
  });
  return texts.every((text) => text !== null) ? texts : null;
}

/** The text about opening hours for each day of the week, Sunday first, and for the dates that have others. */
export type TodayWords = { days: string[]; dated: { dates: readonly DateSpan[]; text: string }[] };

/**
 * Returns the text about opening hours for each day, or null unless all days of the week are known. `namesNext`:
 * whether it says when the shelter opens again.
 */
export function todayWords(hours: string, { namesNext = true } = {}): TodayWords | null {
  const texts = hoursByDay(hours);
  if (!texts) return null;
  const dated = readHours(hours)
    .filter(({ dates }) => dates.length > 0)
    .map(({ dates, text }) => ({ dates, text: saysClosed(text) ? "Closed today" : `Today ${text}` }));
  // The next day may be one of the dates.
  const next = (day: number) => (dated.length > 0 || !namesNext ? "" : opensNext(texts, day));
  return { days: texts.map((text, day) => (saysClosed(text) ? `Closed today${next(day)}` : `Today ${text}`)), dated };
}

/**
 * Names the next day that is not closed, if its hours begin with a time: ", opens Tuesday 13:00". They stay on
 * one line.
 */
function opensNext(texts: readonly string[], today: number): string {
  const days = EVERY_DAY.slice(1).map((ahead) => (today + ahead) % 7);
  const next = days.find((day) => !saysClosed(texts[day] ?? ""));
  const opening = next === undefined ? undefined : OPENING.exec(texts[next] ?? "")?.[1];
  return next !== undefined && opening ? `, opens ${DAY_NAMES[next]}\u00a0${opening.replaceAll(" ", "\u00a0")}` : "";
}

/** Returns the days that a text names, such as "Monday to Friday, Sunday", or null if it names something else. */
function daysOf(label: string): number[] | null {
  const days = new Set<number>();
  let last: number | null = null;
  let joint = "";
  for (const part of label.split(new RegExp(`(${JOINTS})`, "i"))) {
    if (new RegExp(`^${JOINTS}$`, "i").test(part)) {
      joint = part;
      continue;
    }
    const group = GROUPS[part.toLowerCase()];
    const day = group ? null : dayOf(part);
    if (!group && day === null) return null;
    for (const one of group ?? (RANGE.test(joint) && last !== null ? between(last, day ?? 0) : [day ?? 0]))
      days.add(one);
    last = day;
    joint = "";
  }
  return days.size > 0 ? [...days] : null;
}

function dayOf(text: string): number | null {
  const word = text.toLowerCase().replace(/s$/, "");
  const short = SHORT_DAYS.findIndex((names) => names.includes(text.toLowerCase()));
  if (short !== -1) return short;
  const day = DAYS.findIndex((name) => word.length >= 3 && (name.startsWith(word) || name === `${word}s`));
  return day === -1 ? null : day;
}

/** Returns the days from one to another, which may be in the next week. */
function between(first: number, last: number): number[] {
  const length = (last - first + 7) % 7;
  return Array.from({ length: length + 1 }, (_, index) => (first + index) % 7);
}
