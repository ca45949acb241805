import { agoWords, leftWords, minuteWords, nearDayWords, nearMinuteWords } from "@/lib/values/time-words";

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
