import { cx } from "./cx";

/** The classes of a control that takes text or a choice. */
export const control = cx(
  "min-h-target w-full rounded-control border border-control-line bg-panel px-3 py-1.5 text-ink transition placeholder:text-soft",
  "hover:border-accent active:border-accent-pressed read-only:border-dashed",
  "disabled:cursor-not-allowed disabled:opacity-65",
  "aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:outline-danger",
);
