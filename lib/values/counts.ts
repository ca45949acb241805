/** A count with a limit. `more` says that counting stopped there. */
export type BoundedCount = { count: number; more: boolean };

/** Returns a count that stops at a limit. `isCut` says that counting stopped earlier. */
export const boundedCount = (count: number, max: number, isCut = false): BoundedCount => ({
  count: Math.min(count, max),
  more: isCut || count > max,
});

/** Returns the sum of counts. It has `more` if one of them does. */
export const sumOf = (counts: readonly BoundedCount[]): BoundedCount => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  more: counts.some(({ more }) => more),
});

/**
 * Returns a count in words: "1,000+" where counting stopped. Small counts need no commas, and the browser's own format
 * holds up a slow phone when it is first used.
 */
export const countWords = ({ count, more }: BoundedCount) =>
  `${count < 1000 ? count : count.toLocaleString("en")}${more ? "+" : ""}`;
