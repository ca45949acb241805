"use client";

import { useSyncExternalStore } from "react";
import { isWithin } from "@/lib/shelter/date-span";
import type { TodayWords } from "@/lib/shelter/hours";
import { localDate } from "@/lib/values/local-date";
import { cx } from "../ui/style/cx";

/**
 * Today's text about opening hours, from those for each day of the week and for dates. The browser chooses, because the
 * server does not know its time zone and the page may be cached. The space is reserved for all of them, so nothing
 * moves when it has chosen.
 */
export function TodayHours({ words: { days, dated } }: { words: TodayWords }) {
  const today = useToday();
  const special = dated.findIndex(({ dates }) => today && dates.some((span) => isWithin(span, today)));
  const shown = special < 0 ? today && weekdayOf(today) : special + days.length;
  return (
    <span className="inline-grid noscript:hidden">
      {[...days, ...dated.map(({ text }) => text)].map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day.
        <bdi key={index} className={cx("col-start-1 row-start-1", index !== shown && "invisible")}>
          {text}
        </bdi>
      ))}
    </span>
  );
}

/** The date of today, such as 2030-12-24, or null on the server. */
export function useToday(): string | null {
  return useSyncExternalStore(subscribe, readToday, () => null);
}

const readToday = () => localDate(new Date());

/** Returns the day of the week of a date, 0 for Sunday. */
export const weekdayOf = (date: string) => new Date(date).getUTCDay();

/** Checks the day again when somebody returns to the page. */
function subscribe(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
