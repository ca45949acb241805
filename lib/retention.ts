import { now } from "./clock";
import { DAY_MS } from "./time";

/** The time before which rows are old when they are kept for so many days; 0 keeps them for ever, as null says. */
export function oldBefore(days: number): Date | null {
  return days === 0 ? null : new Date(now() - days * DAY_MS);
}
