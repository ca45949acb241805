import { isWithinYears } from "./schema";

const two = (value: number) => String(value).padStart(2, "0");

/** Returns a time as the value of a date and time field, in the reader's time zone, or an empty text without a time. */
export function toLocalField(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * Parses the value of such a field: a time, null when it is empty, undefined when an adoption cannot have that time.
 */
export function fromLocalField(text: string): string | null | undefined {
  if (text === "") return null;
  return isWithinYears(text) ? new Date(text).toISOString() : undefined;
}

/** Returns what is unusual about the value of such a field: that it is in the past; otherwise an empty text. */
export function pastWords(text: string, now = new Date()): string {
  if (text === "" || new Date(text) >= now) return "";
  return dueOf(new Date(text).toISOString(), now) === "overdue" ? "This day is past." : "This time is past.";
}

/** Whether the hand-over is the next step: its day has come. Without a day, setting that is next. */
export function isHandOverNext(iso: string | null, now: Date): boolean {
  const due = dueOf(iso, now);
  return due === "today" || due === "overdue";
}

/** Returns when a hand-over is due, by days in the reader's time zone. */
export function dueOf(iso: string | null, now: Date): "unknown" | "overdue" | "today" | "later" {
  if (iso === null) return "unknown";
  const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  const [day, today] = [dayOf(new Date(iso)), dayOf(now)];
  return day < today ? "overdue" : day === today ? "today" : "later";
}
