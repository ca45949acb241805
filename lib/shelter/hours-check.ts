import { editDistance } from "../values/edit-distance";
import { DAY_NAMES, type HoursLine, LINE_BREAK, readHours } from "./hours";
import { type OpenPeriod, PERIOD, partsOf, periodsOf } from "./periods";

/** A time with a colon anywhere in a text. */
const CLOCK = /(?<![\d:.])(\d{1,2}):(\d{2})(?![\d:.])/g;
/** What comes before the colon of a line, if it could be days, or before its hours: "Sundy closed". */
const BEFORE_HOURS = /^\s*(?:([^:\d]+?)\s*:|([^\s:\d]+)\s+(?=\d|closed\b))/i;
const JOINT = /\s*(?:-|–|—|,|&|\/|\b(?:to|through|until|and)\b)\s*/i;
/** A day of up to this many letters may have one error, a longer one two, so "Midday" is not taken for "Monday". */
const SHORT = 6;

type NumberedLine = HoursLine & { number: number; line: string };

/** Returns the lines of opening hours with their numbers, and how each is read. */
const numbered = (hours: string): NumberedLine[] =>
  hours
    .split(LINE_BREAK)
    .flatMap((line, index) => readHours(line).map((read) => ({ ...read, number: index + 1, line })));

/** A period may end after midnight, up to this minute of the next day. */
const LATEST_END = 6 * 60;

/**
 * Returns sentences about obvious mistakes: misspelled days, times that do not exist, and periods that end
 * before they begin, unless they may pass midnight.
 */
export function hoursMistakes(hours: string): string[] {
  return numbered(hours).flatMap(({ label, text, number, line }) => [
    ...otherParts(line).flatMap((part) => {
      const day = nearestDay(part);
      return day === null ? [] : [`Line ${number}: “${part}” is not a day. Did you mean ${day}?`];
    }),
    ...wrongTimes(text, label !== "").map((time) => `Line ${number}: ${time} is not a time.`),
    ...(label === "" ? [] : backwardPeriods(text)).map(
      (period) => `Line ${number}: “${period}” ends before it begins.`,
    ),
  ]);
}

/** Returns sentences about the lines that are not fully understood as the hours of days, and why. */
export function plainLines(hours: string): string[] {
  return numbered(hours).flatMap(({ label, number, line }) => {
    if (label === "") return [`Line ${number} is shown as plain text, because it does not begin with a day or a date.`];
    const [other] = otherParts(line);
    return other ? [`Line ${number} is only for “${label}”, because “${other}” is not a day.`] : [];
  });
}

/** Returns the parts of the text before the hours of a line that are not days. */
function otherParts(line: string): string[] {
  const [, days, word] = BEFORE_HOURS.exec(line) ?? [];
  const before = days ?? word ?? "";
  return before.split(JOINT).filter((part) => part !== "" && readHours(`${part}: ?`)[0]?.label === "");
}

/** Returns the day that was probably meant, or null. */
function nearestDay(word: string): string | null {
  const typed = [...word.toLowerCase().replace(/s$/, "")];
  const near = DAY_NAMES.find((day) => {
    const maxDistance = day.length <= SHORT ? 1 : 2;
    return (
      Math.abs(typed.length - day.length) <= maxDistance && editDistance(typed, [...day.toLowerCase()]) <= maxDistance
    );
  });
  return near ?? null;
}

/** Returns the times of a text that do not exist, such as 25:00. Only the hours of days can have times like "25". */
function wrongTimes(text: string, isOfDays: boolean): string[] {
  const clocks = [...text.matchAll(CLOCK)].filter(([, hour, minute]) => !isTime(hour, minute)).map(([time]) => time);
  const others = (isOfDays ? partsOf(text) : []).flatMap((part) => {
    const [, hour1, minute1, , hour2, minute2] = PERIOD.exec(part) ?? [];
    return [
      ...(isTime(hour1, minute1) ? [] : [timeText(hour1, minute1)]),
      ...(isTime(hour2, minute2) ? [] : [timeText(hour2, minute2)]),
    ];
  });
  return [...new Set([...clocks, ...others])];
}

/**
 * Returns the periods of a day that end before they begin and do not pass midnight. Numbers in sentences are not read.
 */
const backwardPeriods = (text: string) =>
  partsOf(text)
    .filter((part) => PERIOD.test(part) && wrongTimes(part, true).length === 0)
    .flatMap(periodsOf)
    .filter((period) => isBackward(period) && period.to > LATEST_END)
    .map((period) => period.text);

const timeText = (hour = "", minute?: string) => (minute === undefined ? hour : `${hour}:${minute}`);

/** Whether a day has this time, or the text names none. The day may end at 24:00. */
const isTime = (hour = "0", minute = "0") => Number(minute) <= 59 && Number(hour) * 60 + Number(minute) <= 24 * 60;

/** Whether a period ends before it begins, as one that passes midnight does. */
const isBackward = ({ from, to }: OpenPeriod) => to <= from;

/** Returns sentences about what looks wrong with opening hours: times that end before they begin, or that overlap. */
export function hoursProblems(hours: string): string[] {
  const lines = readHours(hours).map(({ label, text, days }) => ({ label, days, periods: periodsOf(text) }));
  const backwards = lines.flatMap(({ label, periods }) =>
    periods.filter(isBackward).map(({ text }) => `${label ? `${label}: ` : ""}“${text}” ends before it begins.`),
  );
  const overlaps = DAY_NAMES.flatMap((day, index) => {
    const periods = lines.filter(({ days }) => days.includes(index)).flatMap(({ periods }) => periods);
    const pair = overlapOf(periods.filter((period) => !isBackward(period)));
    return pair ? [`${day}: “${pair[0].text}” and “${pair[1].text}” overlap.`] : [];
  });
  return [...backwards, ...overlaps];
}

function overlapOf(periods: readonly OpenPeriod[]): [OpenPeriod, OpenPeriod] | null {
  const sorted = periods.toSorted((one, other) => one.from - other.from);
  for (const [at, next] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before && next.from < before.to) return [before, next];
  }
  return null;
}
