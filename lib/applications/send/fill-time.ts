/** A form that comes back sooner than this after it was opened was filled in by a program, in milliseconds. */
export const MIN_FILL_MS = 3_000;
