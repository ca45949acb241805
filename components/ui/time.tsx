import { agoWords, leftWords, minuteWords, nearDayWords, nearMinuteWords } from "@/lib/values/time-words";

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

export const Ago = ({ iso }: { iso: string }) => <Hover iso={iso} words={agoWords} />;

export const Left = ({ iso }: { iso: string }) => <Hover iso={iso} words={leftWords} />;
