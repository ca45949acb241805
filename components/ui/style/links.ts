import { cx } from "./cx";

/** The classes of a standalone link, for example in a row of a table. Its target is 44 px high. */
export const rowLink = cx(
  "inline-flex min-h-target items-center underline decoration-control-line underline-offset-4 transition",
  "hover:text-accent-hover hover:decoration-accent hover:decoration-2 active:text-accent-pressed",
);

/**
 * The classes of a link inside a text. It breaks like the text around it, and its padding, which makes its target 44 px
 * high, changes no line.
 */
export const textLink = cx(rowLink, "inline! py-3.25");

/** The classes of a skip link, which is visible only while it has the focus. */
export const skipLink = cx(
  "absolute -top-20 left-4 z-40 rounded-control bg-panel px-4 py-2.5 text-accent focus:top-2 focus:shadow-raised",
  "print:hidden",
);

/** The classes of a link in the bars at the top and the bottom of a page. */
export const barLink = cx(
  "inline-flex min-h-target items-center gap-2 rounded-control px-3 text-accent no-underline transition",
  "hover:bg-hover hover:text-accent-hover active:bg-pressed",
  "aria-[current]:bg-accent-back aria-[current]:text-ink",
);
