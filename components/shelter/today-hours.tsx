"use client";

import { useSyncExternalStore } from "react";
import { cx } from "../ui/cx";

/**
 * Today's text about opening hours, from one for each day of the week (Sunday first). The browser chooses, because the
 * server does not know its time zone and the page may be cached. Space is reserved for the longest, so nothing moves
 * once it has chosen.
 */
export function TodayHours({ days }: { days: readonly string[] }) {
  const today = useToday();
  return (
    <span className="inline-grid noscript:hidden">
      {days.map((text, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day.
        <bdi key={day} className={cx("col-start-1 row-start-1", day !== today && "invisible")}>
          {text}
        </bdi>
      ))}
    </span>
  );
}

/** The day of the week, 0 for Sunday, or null on the server. */
export function useToday(): number | null {
  return useSyncExternalStore(subscribe, readToday, () => null);
}

const readToday = () => new Date().getDay();

/** Checks the day again when somebody returns to the page. */
function subscribe(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
