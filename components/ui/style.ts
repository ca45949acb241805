export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");

/**
 * For a control that does nothing without scripts. Until they have arrived it keeps its space, so that nothing moves.
 */
export const needsScripts = "unready:invisible noscript:hidden";

/** Takes text or a choice. */
export const control = cx(
  "min-h-target w-full rounded-control border border-control-line bg-panel px-3 py-1.5 text-ink transition placeholder:text-soft",
  "hover:border-accent active:border-accent-pressed read-only:border-dashed",
  "disabled:cursor-not-allowed disabled:opacity-65",
  "aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:outline-danger",
);

/** A link on its own, for example in a row of a table. Its target is 44 px high. */
export const rowLink = cx(
  "inline-flex min-h-target items-center underline decoration-control-line underline-offset-4 transition",
  "hover:text-accent-hover hover:decoration-accent hover:decoration-2 active:text-accent-pressed",
);

export const skipLink = cx(
  "absolute -top-20 left-4 z-40 rounded-control bg-panel px-4 py-2.5 text-accent focus:top-2 focus:shadow-raised",
  "print:hidden",
);

/** A link in a bar at the top or the bottom of a page. */
export const barLink = cx(
  "inline-flex min-h-target items-center gap-2 rounded-control px-3 text-accent no-underline transition",
  "hover:bg-hover hover:text-accent-hover active:bg-pressed",
  "aria-[current]:bg-accent-back aria-[current]:text-ink",
);

/** One choice of a filter. */
export const pill = cx(
  "inline-flex min-h-target items-center rounded-pill border border-control-line bg-panel px-3.5 text-ink no-underline",
  "transition hover:border-accent hover:bg-hover active:bg-pressed focus-visible:rounded-pill",
  "motion-safe:active:scale-[0.98]",
  "aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-accent-ink",
  "aria-[current]:hover:bg-accent-hover aria-[current]:active:bg-accent-pressed",
);

/** Filters with counts: pills, and on a phone tiles that take the whole width. */
export const tiles = "flex flex-wrap gap-2 max-sm:gap-1 max-sm:*:flex-auto";

/** A row of links, one of which is active. */
export const segments = "grid auto-cols-fr grid-flow-col rounded-control border border-control-line bg-panel";

export const segment = cx(
  "flex min-h-target items-center justify-center rounded-control px-1.5 text-sm text-ink no-underline ring-inset transition",
  "hover:ring-1 hover:ring-control-line active:bg-pressed focus-visible:rounded-control sm:px-3.5 lg:text-base",
  "aria-[current]:bg-accent-back aria-[current]:text-accent aria-[current]:ring-1 aria-[current]:ring-accent",
);

/** A label around a radio button or checkbox that fills it (`covering`). */
export const toggle = cx(
  "relative flex min-h-target cursor-pointer items-center justify-center rounded-control border px-3.5 font-normal transition",
  "hover:bg-hover active:bg-pressed has-checked:border-accent has-checked:bg-accent-back has-checked:text-accent has-checked:ring-1",
  "has-checked:ring-accent has-checked:ring-inset",
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
);

export const covering = "absolute -inset-px size-[calc(100%+2px)] cursor-pointer appearance-none outline-none";
