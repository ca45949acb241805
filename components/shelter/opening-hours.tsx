"use client";

import { useSyncExternalStore } from "react";
import { readHours } from "@/lib/shelter/hours";
import { cx } from "../ui/cx";

/**
 * The opening hours of the week. The browser marks today: the server does not know its time zone, and the page may be
 * cached.
 */
export function OpeningHours({ hours }: { hours: string }) {
  const today = useSyncExternalStore(subscribe, readToday, () => null);
  return (
    <dl className="grid gap-0.5">
      {readHours(hours).map(({ label, text, days }, index) => {
        const isToday = today !== null && days.includes(today);
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place.
            key={index}
            data-part={isToday ? "today" : undefined}
            className={cx(
              "-mx-2 flex flex-wrap justify-between gap-x-6 rounded-mark px-2 py-0.5",
              isToday && "bg-accent-back text-ink",
            )}
          >
            <dt className={cx(!label && "sr-only")}>
              <bdi>{label || "Please note"}</bdi>
              {isToday && <span className="sr-only"> (today)</span>}
            </dt>
            <dd className="tabular-nums">
              <bdi>{text}</bdi>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const readToday = () => new Date().getDay();

/** Looks again when somebody returns to the page: a new day may have begun. */
function subscribe(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
