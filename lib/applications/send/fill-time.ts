/** A person needs at least this many milliseconds to fill in a form. What arrives sooner is from a program. */
export const MIN_FILL_MS = 3_000;
