/** Returns the date of a time in the reader's time zone: 2030-12-05. */
export function localDate(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
