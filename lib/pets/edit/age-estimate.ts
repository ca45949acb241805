import { now } from "../../clock";

/** The approximate age of an animal. */
export type AgeEstimate = { count: number; unit: "months" | "years" };

/** Returns the date of birth for an estimate: a month or a year, as precise as the estimate. */
export function bornOnOf({ count, unit }: AgeEstimate): string {
  const today = new Date(now());
  if (unit === "years") return String(today.getUTCFullYear() - count);
  const months = today.getUTCFullYear() * 12 + today.getUTCMonth() - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** Returns the estimate that a month or a year stands for, or null for a whole date. */
export function estimateOf(bornOn: string): AgeEstimate | null {
  const [, year, month] = /^(\d{4})(?:-(\d\d))?$/.exec(bornOn) ?? [];
  if (year === undefined) return null;
  const today = new Date(now());
  const years = today.getUTCFullYear() - Number(year);
  if (month === undefined) return { count: Math.max(0, years), unit: "years" };
  return { count: Math.max(0, years * 12 + today.getUTCMonth() + 1 - Number(month)), unit: "months" };
}

/** Returns an age in words: "about 3 years", "about 1 month". */
export function estimateWords({ count, unit }: AgeEstimate): string {
  return `about ${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
