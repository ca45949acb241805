import { cx } from "./style";

const PATHS = { start: "m15 5-7 7 7 7", end: "m9 5 7 7-7 7" } as const;

export function Arrow({ to }: { to: keyof typeof PATHS }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 shrink-0 fill-none stroke-current stroke-[2.5]">
      <path d={PATHS[to]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

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
