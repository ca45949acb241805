/** A count that stops somewhere; `more` says that it did. */
export type BoundedCount = { count: number; more: boolean };

/** The sum of counts; it says `more` when one of them does. */
export const sumOf = (counts: readonly BoundedCount[]): BoundedCount => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  more: counts.some(({ more }) => more),
});

/** A count as people read it: "1,000+" where counting stopped. */
export const countWords = ({ count, more }: BoundedCount) => `${count.toLocaleString("en")}${more ? "+" : ""}`;
