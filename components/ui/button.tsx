import type { ComponentPropsWithRef } from "react";
import { Link } from "./link";
import { cx } from "./style";

const LOOKS = {
  primary:
    "border-accent bg-accent text-accent-ink shadow-card hover:border-accent-hover hover:bg-accent-hover active:bg-accent-pressed",
  quiet: "border-control-line bg-panel text-accent hover:bg-hover hover:text-accent-hover active:bg-pressed",
  danger: "border-danger bg-danger text-panel hover:border-danger-hover hover:bg-danger-hover active:bg-danger-pressed",
  link: "border-transparent px-3! text-accent underline underline-offset-4 hover:bg-hover hover:text-accent-hover active:bg-pressed",
  "quiet-danger": "border-danger bg-panel text-danger hover:bg-danger-back active:bg-danger-back-pressed",
} as const;

/**
 * `primary` for the main action of a view, `quiet` for others, `link` for rare ones, `danger` for what cannot be
 * undone.
 */
export type Look = keyof typeof LOOKS;

export const buttonClass = (look: Look = "primary", more?: string) =>
  cx(
    "inline-flex min-h-target cursor-pointer items-center justify-center gap-2 rounded-control border px-5 py-1.5",
    "text-center font-semibold no-underline transition select-none",
    "motion-safe:active:scale-[0.98] aria-disabled:cursor-progress aria-disabled:opacity-65",
    LOOKS[look],
    more,
  );

type ButtonProps = ComponentPropsWithRef<"button"> & { look?: Look; busy?: boolean };

/** While it is busy it keeps the focus, so its handler has to ignore further clicks. */
export function Button({ look, busy, className, type = "button", ...attributes }: ButtonProps) {
  return <button type={type} aria-disabled={busy} className={buttonClass(look, className)} {...attributes} />;
}

export function ButtonLink({ look, className, ...attributes }: ComponentPropsWithRef<typeof Link> & { look?: Look }) {
  return <Link className={buttonClass(look, className)} {...attributes} />;
}
