import { cx } from "../style/cx";

/** The arrow of a button that opens a list or a menu below it. */
export function Chevron({ className = "stroke-current" }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width="12"
      height="12"
      viewBox="0 0 12 12"
      className={cx("size-3 shrink-0 fill-none stroke-2", className)}
    >
      <path d="m2 4 4 4 4-4" />
    </svg>
  );
}
