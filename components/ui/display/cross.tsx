import { cx } from "../style/cx";

/** The drawing of a button that closes or removes something. */
export function Cross({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      width="14"
      height="14"
      viewBox="0 0 12 12"
      className={cx("size-3.5 fill-none stroke-current stroke-2", className)}
    >
      <path d="m2 2 8 8m0-8-8 8" />
    </svg>
  );
}
