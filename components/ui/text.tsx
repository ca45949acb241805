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

const exact = (iso: string) => minuteWords(new Date(iso));

/**
 * A time, to the minute in the reader's zone. Only for data that the browser loads: the server does not know the zone.
 */
export const Time = ({ iso }: { iso: string }) => <time dateTime={iso}>{exact(iso)}</time>;

/** Hovering says how long ago it was. */
export function Minute({ iso }: { iso: string }) {
  const [time, now] = [new Date(iso), new Date()];
  return (
    <time dateTime={iso} title={agoWords(time, now)}>
      {nearMinuteWords(time, now)}
    </time>
  );
}

type HoverProps = { iso: string; words(time: Date, now: Date): string };

/** Hovering shows the time itself. The server may render it in another minute or time zone. */
function Hover({ iso, words }: HoverProps) {
  return (
    <time dateTime={iso} title={exact(iso)} suppressHydrationWarning>
      {words(new Date(iso), new Date())}
    </time>
  );
}

export function When({ iso }: { iso: string }) {
  return <Hover iso={iso} words={(time, now) => `${nearMinuteWords(time, now)}, ${agoWords(time, now)}`} />;
}

export const NearDay = ({ iso }: { iso: string }) => <Hover iso={iso} words={nearDayWords} />;

/** The narrow style is "2h ago". */
export function Ago({ iso, style }: { iso: string; style?: "long" | "narrow" }) {
  return <Hover iso={iso} words={(time, now) => agoWords(time, now, style)} />;
}

export const Left = ({ iso }: { iso: string }) => <Hover iso={iso} words={leftWords} />;
