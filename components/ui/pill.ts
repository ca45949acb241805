import { cx } from "./cx";

/** The classes of one choice of a filter; the active one has `aria-current`. */
export const pill = cx(
  "inline-flex min-h-target items-center rounded-pill border border-control-line bg-panel px-4 text-ink no-underline",
  "transition hover:border-accent hover:bg-hover active:bg-pressed focus-visible:rounded-pill",
  "motion-safe:active:scale-[0.98]",
  "aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:font-semibold aria-[current]:text-accent-ink",
  "aria-[current]:hover:bg-accent-hover aria-[current]:active:bg-accent-pressed",
  "has-checked:border-accent has-checked:bg-accent-back",
);

/** The classes of one choice of a filter that is seldom used. */
export const quietPill = cx(
  "inline-flex min-h-target items-center rounded-pill px-3 text-sm text-soft sm:px-3.5 no-underline transition",
  "hover:bg-hover hover:text-ink active:bg-pressed focus-visible:rounded-pill",
  "aria-[current]:bg-hover aria-[current]:font-semibold aria-[current]:text-ink",
);
