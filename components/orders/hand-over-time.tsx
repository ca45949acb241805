import {
  handOverClockWords,
  handOverDayWords,
  handOverWords,
  machineTime,
  nearHandOverWords,
} from "@/lib/orders/hand-over";

/** When an animal is handed over: the day, and the time if that is known. */
export function HandOverTime({ iso }: { iso: string }) {
  return <time dateTime={machineTime(iso)}>{handOverWords(iso)}</time>;
}

/** When an animal is handed over, where there is little space: without the year if it is this one. */
export function NearHandOver({ iso }: { iso: string }) {
  return <time dateTime={machineTime(iso)}>{nearHandOverWords(iso)}</time>;
}

/** The time of a hand-over that has one, where something else says the day. */
export function HandOverClock({ iso }: { iso: string }) {
  return <time dateTime={machineTime(iso)}>{handOverClockWords(iso)}</time>;
}

/** The day of a hand-over. Pointing at it shows the time, if that is known. */
export function HandOverDate({ iso }: { iso: string }) {
  return (
    <time dateTime={machineTime(iso)} title={handOverWords(iso)}>
      {handOverDayWords(iso)}
    </time>
  );
}
