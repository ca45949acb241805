import { isWithin } from "./date-span";
import { DAY_NAMES, type HoursLine, readHours, saysClosed } from "./hours";
import { type OpenPeriod, PERIOD, partsOf, periodsOf } from "./periods";

const DAY_MINUTES = 24 * 60;

/**
 * Returns a sentence that the shelter is closed on a date (2030-12-24), or at a time of that day (15:30, or empty).
 * Returns an empty string if the shelter is open, or if the opening hours do not say.
 */
export function closedWords(hours: string | null, date: string, time: string): string {
  const weekday = new Date(date).getUTCDay();
  const lines = readHours(hours ?? "");
  const special = lines.filter(({ dates }) => dates.some((span) => isWithin(span, date)));
  const found = special.length > 0 ? special : lines.filter(({ days }) => days.includes(weekday));
  const [first] = found;
  if (!first) return "";
  const day = special.length > 0 ? first.label : `${DAY_NAMES[weekday]}s`;
  if (found.every(({ text }) => saysClosed(text))) return `The shelter is closed on ${day}.`;
  const periods = found.map(wholePeriods);
  if (time === "" || periods.includes(null)) return "";
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const at = hour * 60 + minute;
  const isOpen = periods.flatMap((some) => some ?? []).some((period) => isDuring(period, at));
  return isOpen ? "" : `The shelter is closed then. On ${day}: ${found.map(({ text }) => text).join(", ")}.`;
}

/** Returns the periods of a line, or null if it says anything else too. */
function wholePeriods({ text }: HoursLine): OpenPeriod[] | null {
  return partsOf(text).every((part) => PERIOD.test(part)) ? periodsOf(text) : null;
}

/** Whether a minute of the day is in a period, which may pass midnight. */
const isDuring = ({ from, to }: OpenPeriod, at: number) => from <= at && at < (to <= from ? to + DAY_MINUTES : to);
