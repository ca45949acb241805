/** The days from one date to another. A date is 12-24, for every year, or 2030-12-24. */
export type DateSpan = { from: string; to: string };

/** Whether a date, such as 2030-12-24, is one of these days. Those of every year may go beyond its end. */
export function isWithin({ from, to }: DateSpan, date: string): boolean {
  const day = date.slice(-from.length);
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}
