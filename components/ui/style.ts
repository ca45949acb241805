/** Joins class names, and leaves out those that do not apply. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");

/**
 * The classes of a control that does nothing without scripts. Until scripts have arrived it is invisible but keeps its
 * space, so that nothing moves. Where scripts do not run, it takes no space.
 */
export const needsScripts = "unready:invisible noscript:hidden";

/** The classes of a control that takes text or a choice. */
export const control = cx(
  "min-h-target w-full rounded-control border border-control-line bg-panel px-3 py-1.5 text-ink transition placeholder:text-soft",
  "hover:border-accent active:border-accent-pressed read-only:border-dashed",
  "disabled:cursor-not-allowed disabled:opacity-65",
  "aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:outline-danger",
);

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

/** The classes of one choice of a filter; the active one has `aria-current`. */
export const pill = cx(
  "inline-flex min-h-target items-center rounded-pill border border-control-line bg-panel px-3.5 text-ink no-underline",
  "transition hover:border-accent hover:bg-hover active:bg-pressed focus-visible:rounded-pill",
  "motion-safe:active:scale-[0.98]",
  "aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-accent-ink",
  "aria-[current]:hover:bg-accent-hover aria-[current]:active:bg-accent-pressed",
);

/** The classes of a row of filters with counts: pills, and on a phone tiles that take the whole width. */
export const tiles = "flex flex-wrap gap-2 max-sm:gap-1 max-sm:*:flex-auto";

/** The classes of one filter in such a row. On a phone, its count is below its name. */
export const tile = cx(
  pill,
  "gap-2 whitespace-nowrap max-sm:flex max-sm:size-full max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:rounded-control",
  "max-sm:px-0.5 max-sm:py-0 max-sm:text-sm max-sm:leading-5 max-sm:focus-visible:rounded-control",
);

/** The classes of a row of links, one of which is active. */
export const segments = "grid auto-cols-fr grid-flow-col rounded-control border border-control-line bg-panel";

/** The classes of one link of such a row; the active one has `aria-current`. */
export const segment = cx(
  "flex min-h-target items-center justify-center rounded-control px-1.5 text-sm text-ink no-underline ring-inset transition",
  "hover:ring-1 hover:ring-control-line active:bg-pressed focus-visible:rounded-control sm:px-3.5 lg:text-base",
  "aria-[current]:bg-accent-back aria-[current]:text-accent aria-[current]:ring-1 aria-[current]:ring-accent",
);

/** The classes of a label around a radio button or checkbox that fills it (`covering`). */
export const toggle = cx(
  "relative flex min-h-target cursor-pointer items-center justify-center rounded-control border px-3.5 font-normal transition",
  "hover:bg-hover active:bg-pressed has-checked:border-accent has-checked:bg-accent-back has-checked:text-accent has-checked:ring-1",
  "has-checked:ring-accent has-checked:ring-inset",
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
);

/** The classes of the control in such a label. */
export const covering = "absolute -inset-px size-[calc(100%+2px)] cursor-pointer appearance-none outline-none";
