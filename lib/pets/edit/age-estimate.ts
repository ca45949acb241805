import { now } from "../../process/clock";
import { EARLIEST_YEAR } from "../profile/age";
import { YEARS_FROM_MONTHS } from "../profile/words";

type AgeEstimate = { count: number; unit: "months" | "years" };

export function bornOnOf({ count, unit }: AgeEstimate): string {
  const today = new Date(now());
  if (unit === "years") return String(today.getUTCFullYear() - count);
  const months = today.getUTCFullYear() * 12 + today.getUTCMonth() - count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

export type TypedAge = { text: string; unit: AgeEstimate["unit"] };

/**
 * The text itself if it is not understood ("about abc years"), which the form refuses. One and a half years are 18
 * months.
 */
export function bornOnOfTyped({ text, unit }: TypedAge): string {
  if (typedProblem({ text, unit }) !== null) return `about ${text} ${unit}`;
  const count = countOf(text);
  if (Number.isInteger(count)) return bornOnOf({ count, unit });
  return bornOnOf({ count: Math.round(unit === "years" ? count * 12 : count), unit: "months" });
}

export function typedAgeOf(bornOn: string): TypedAge | null {
  const unread = unreadAgeOf(bornOn);
  if (unread) return unread;
  const estimate = estimateOf(bornOn);
  return estimate && { text: String(estimate.count), unit: estimate.unit };
}

export function unreadAgeProblem(bornOn: string): string | null {
  const unread = unreadAgeOf(bornOn);
  return unread && typedProblem(unread);
}

export function maxCountOf(unit: AgeEstimate["unit"]): number {
  return unit === "years" ? yearsSince(EARLIEST_YEAR) : monthsSince(EARLIEST_YEAR, 1);
}

function unreadAgeOf(bornOn: string): TypedAge | null {
  const [, text, unit] = /^about (.*) (months|years)$/s.exec(bornOn) ?? [];
  return text === undefined ? null : { text, unit: unit === "months" ? "months" : "years" };
}

function typedProblem({ text, unit }: TypedAge): string | null {
  const count = countOf(text);
  if (Number.isNaN(count)) return "Write about how old the animal is, as a number, or choose Not known";
  const maxCount = maxCountOf(unit);
  return count > maxCount ? `At most ${maxCount} ${unit}` : null;
}

function countOf(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
}

/** Null for a whole date. From two years on, it is in years, as `ageWords` has it. */
export function estimateOf(bornOn: string): AgeEstimate | null {
  const [, year, month] = /^(\d{4})(?:-(\d\d))?$/.exec(bornOn) ?? [];
  if (year === undefined) return null;
  if (month === undefined) return { count: Math.max(0, yearsSince(Number(year))), unit: "years" };
  const months = Math.max(0, monthsSince(Number(year), Number(month)));
  return months < YEARS_FROM_MONTHS
    ? { count: months, unit: "months" }
    : { count: Math.floor(months / 12), unit: "years" };
}

const yearsSince = (year: number) => new Date(now()).getUTCFullYear() - year;
const monthsSince = (year: number, month: number) => yearsSince(year) * 12 + new Date(now()).getUTCMonth() + 1 - month;
