import type { ReactNode } from "react";
import { nameInSentence, paragraphsOf } from "@/lib/values/words";
import { cx } from "./style";

const TONES = {
  accent: "bg-accent-back text-accent",
  green: "bg-green-back text-green",
  amber: "bg-amber-back text-amber",
  danger: "bg-danger-back text-danger",
  grey: "bg-grey-back text-grey",
} as const;

export type Tone = keyof typeof TONES;

/** The colour only repeats what the words say. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <strong
      className={cx("inline-block rounded-pill px-2.5 py-px text-sm font-semibold whitespace-nowrap", TONES[tone])}
    >
      {children}
    </strong>
  );
}

/** Where it does not fit on one line, it breaks after "@" or before a dot. */
export function Email({ address }: { address: string }) {
  return (
    <bdi className="wrap-break-word">
      {address.split(/(?<=@)|(?=\.)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address may repeat, and stay in their order.
        <span key={at}>
          {at > 0 && <wbr />}
          {part}
        </span>
      ))}
    </bdi>
  );
}

type Props = { name: string; rest: string };

/** The name cannot change the direction of the rest. */
export function NamedSentence({ name, rest }: Props) {
  return (
    <span>
      <bdi>{nameInSentence(name)}</bdi> {rest}
    </span>
  );
}

/** Keeps line breaks. Each paragraph has its own text direction. */
export function Paragraphs({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity except their place.
    <p key={index} dir="auto" className="whitespace-pre-line">
      {paragraph}
    </p>
  ));
}
