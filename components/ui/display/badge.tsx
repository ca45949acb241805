import type { ReactNode } from "react";
import { cx } from "../style/cx";

const TONES = {
  accent: "bg-accent-back text-accent",
  green: "bg-green-back text-green",
  amber: "bg-amber-back text-amber",
  danger: "bg-danger-back text-danger",
  grey: "bg-grey-back text-grey",
} as const;

export type Tone = keyof typeof TONES;

/** A state in a word or two. The colour only repeats what the words say. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <strong
      className={cx("inline-block rounded-pill px-2.5 py-px text-sm font-semibold whitespace-nowrap", TONES[tone])}
    >
      {children}
    </strong>
  );
}
