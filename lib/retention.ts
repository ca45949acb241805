import { now } from "./clock";

const DAY_MS = 86_400_000;

/** The time before which rows are old when they are kept for so many days; 0 keeps them for ever, as null says. */
export function oldBefore(days: number): Date | null {
  return days === 0 ? null : new Date(now() - days * DAY_MS);
}
