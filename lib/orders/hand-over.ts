import { isWithinYears } from "./schema";

const two = (value: number) => String(value).padStart(2, "0");

/** A time as a field for a date and a time shows it, in the zone of the reader; empty without one. */
export function toLocalField(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Reads such a field: a time, null when it is empty, undefined when it is not a time that an adoption can have. */
export function fromLocalField(text: string): string | null | undefined {
  if (text === "") return null;
  return isWithinYears(text) ? new Date(text).toISOString() : undefined;
}

/** Whether such a field shows a time that is over. */
export function isPast(text: string, now = new Date()): boolean {
  return text !== "" && new Date(text) < now;
}

/** Whether the hand-over is the next step: its day has come, or it has none. */
export function isHandOverNext(iso: string | null, now: Date): boolean {
  return dueOf(iso, now) !== "later";
}

/** Where a hand-over is in time, by days of the reader's zone. */
export function dueOf(iso: string | null, now: Date): "unknown" | "overdue" | "today" | "later" {
  if (iso === null) return "unknown";
  const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  const [day, today] = [dayOf(new Date(iso)), dayOf(now)];
  return day < today ? "overdue" : day === today ? "today" : "later";
}
