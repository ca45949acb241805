import type { ReactNode } from "react";
import { agoWords, leftWords, minuteWords, nearDayWords, nearMinuteWords } from "@/lib/values/time-words";
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

/** An e-mail address. Where it does not fit on one line, it breaks after "@" or before a dot. */
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

/** A sentence that begins with a name. The name cannot change the direction of the rest. */
export function NamedSentence({ name, rest }: Props) {
  return (
    <span>
      <bdi>{nameInSentence(name)}</bdi> {rest}
    </span>
  );
}

/** A text with its line breaks. Each paragraph has its own text direction. */
export function Paragraphs({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity except their place.
    <p key={index} dir="auto" className="whitespace-pre-line">
      {paragraph}
    </p>
  ));
}

/**
 * A time in the reader's time zone. Only for data that the browser loads, because the server does not know the zone.
 */
export function Time({ iso }: { iso: string }) {
  return <time dateTime={iso}>{exact(iso)}</time>;
}

/** A time to the minute. Hovering says how long ago it was. */
export function Minute({ iso }: { iso: string }) {
  const [time, now] = [new Date(iso), new Date()];
  return (
    <time dateTime={iso} title={agoWords(time, now)}>
      {nearMinuteWords(time, now)}
    </time>
  );
}

/** When something was done: the time to the minute, and how long ago that was. */
export function When({ iso }: { iso: string }) {
  const [time, now] = [new Date(iso), new Date()];
  return (
    <time dateTime={iso} title={exact(iso)}>
      {nearMinuteWords(time, now)}, {agoWords(time, now)}
    </time>
  );
}

/** The day of a time, without the year if it is this one. Hovering shows the time itself. */
export function NearDay({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exact(iso)}>
      {nearDayWords(new Date(iso), new Date())}
    </time>
  );
}

type AgoProps = {
  iso: string;
  /** The narrow style, "2h ago", is for places with little room. */
  style?: "long" | "narrow";
};

/**
 * How long ago a time was, or how far away it is. Hovering shows the time itself. The server may have rendered it in a
 * different minute or time zone than the browser.
 */
export function Ago({ iso, style }: AgoProps) {
  return (
    <time dateTime={iso} title={exact(iso)} suppressHydrationWarning>
      {agoWords(new Date(iso), new Date(), style)}
    </time>
  );
}

/** How much time is left. Hovering shows the time itself. */
export function Left({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exact(iso)}>
      {leftWords(new Date(iso), new Date())}
    </time>
  );
}

const exact = (iso: string) => minuteWords(new Date(iso));
