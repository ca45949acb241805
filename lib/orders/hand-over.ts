import * as z from "zod/mini";
import { localDate, shortDateWords } from "../values/time";
import {
  clockWords,
  longDayWords,
  minuteWords,
  nearDayWords,
  nearMinuteWords,
  weekdayWords,
} from "../values/time-words";
import { DAY_ALONE, isDayAlone, isWithinYears } from "./schema";

const two = (value: number) => String(value).padStart(2, "0");

/** In the reader's time zone. If only the day is known, it is the start of that day. */
function timeOf(iso: string): Date {
  return new Date(isDayAlone(iso) ? `${iso.slice(0, -DAY_ALONE.length)}T00:00` : iso);
}

/** Returns the day of a hand-over, or its time if that is known, as in the `datetime` of a `time` element. */
export const machineTime = (iso: string) => (isDayAlone(iso) ? iso.slice(0, -DAY_ALONE.length) : iso);

/** Returns when a hand-over is: 5 Dec 2030, 15:30, or 5 Dec 2030 if only the day is known. */
export const handOverWords = (iso: string) =>
  isDayAlone(iso) ? shortDateWords(new Date(iso)) : minuteWords(new Date(iso));

export const handOverDayWords = (iso: string) => nearDayWords(timeOf(iso), new Date());

/** Returns when a hand-over is, without this year: 5 Dec, 15:30, or 5 Dec if only the day is known. */
export const nearHandOverWords = (iso: string) =>
  isDayAlone(iso) ? handOverDayWords(iso) : nearMinuteWords(new Date(iso), new Date());

export const handOverClockWords = (iso: string) => clockWords(new Date(iso));

/** A date field and a time field, in the reader's time zone and joined like 2030-12-05T15:30, 2030-12-05 or T15:30. */
type LocalFields = string;

export function toLocalFields(iso: string | null): LocalFields {
  if (iso === null) return "";
  const at = timeOf(iso);
  return isDayAlone(iso) ? localDate(at) : `${localDate(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function splitLocalFields(text: LocalFields): { day: string; time: string } {
  const [day = "", time = ""] = text.split("T");
  return { day, time };
}

export const joinLocalFields = (day: string, time: string): LocalFields => (time === "" ? day : `${day}T${time}`);

/** Null when both are empty, undefined for a time without a day, a day out of range, or a time that the clocks skip. */
export function fromLocalFields(text: LocalFields): string | null | undefined {
  if (text === "") return null;
  const { time } = splitLocalFields(text);
  if (!isWithinYears(text)) return undefined;
  if (time === "") return `${text}${DAY_ALONE}`;
  const iso = new Date(text).toISOString();
  // JavaScript takes a skipped time for one that is an hour later.
  return toLocalFields(iso) === text ? iso : undefined;
}

export function wrongWords(text: LocalFields): string {
  if (fromLocalFields(text) !== undefined) return "";
  if (text.startsWith("T")) return "Choose the day, too.";
  if (!isWithinYears(text)) return "Choose a day in the years 2000 to 2999.";
  return `There is no ${splitLocalFields(text).time} on that day: the clocks go forward. Choose another time.`;
}

export const LocalDay = z
  .string()
  .check(z.refine((text) => wrongWords(text) === "", { error: ({ input }) => wrongWords(String(input)) }));

/** What a dialog changes: the day of a hand-over, or of a visit. */
export const PlannedDay = z.object({ day: LocalDay });
export type PlannedDay = z.infer<typeof PlannedDay>;

export function pastWords(text: LocalFields, now = new Date()): string {
  const iso = fromLocalFields(text) ?? null;
  if (dueOf(iso, now) === "overdue") return "This day has passed.";
  return iso && !isDayAlone(iso) && new Date(iso) < now ? "This time has passed." : "";
}

/** Whether the hand-over is the next step: its day has come. Without a day, setting that is next. */
export function isHandOverNext(iso: string | null, now: Date): boolean {
  const due = dueOf(iso, now);
  return due === "today" || due === "overdue";
}

/** Whether the day is one of the next seven, today, or past. */
export const isWithinWeek = (iso: string, now: Date) =>
  timeOf(iso) < new Date(now.getFullYear(), now.getMonth(), now.getDate() + 8);

export const sortTimeOf = (iso: string | null) => (iso === null ? Number.POSITIVE_INFINITY : timeOf(iso).getTime());

/** Returns the heading for hand-overs of a day: Overdue, Today, Tomorrow, the day itself, or that there is none yet. */
export function dayHeading(iso: string | null, now: Date): string {
  if (iso === null) return "No day yet";
  const due = dueOf(iso, now);
  if (due === "overdue") return "Overdue";
  if (due === "today") return "Today";
  const at = timeOf(iso);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return localDate(at) === localDate(tomorrow) ? "Tomorrow" : weekdayOf(at, now);
}

const weekdayOf = (at: Date, now: Date) =>
  at.getFullYear() === now.getFullYear() ? weekdayWords(at) : longDayWords(at);

/** Says which later day a hand-over was planned for. Returns an empty string if its day has come, or has none. */
export const plannedLaterWords = (iso: string | null, now: Date) =>
  iso !== null && dueOf(iso, now) === "later" ? `It was planned for ${weekdayOf(timeOf(iso), now)}.` : "";

export function dueOf(iso: string | null, now: Date): "unknown" | "overdue" | "today" | "later" {
  if (iso === null) return "unknown";
  const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  const [day, today] = [dayOf(timeOf(iso)), dayOf(now)];
  return day < today ? "overdue" : day === today ? "today" : "later";
}
