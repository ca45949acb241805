"use client";

import { readHours } from "@/lib/shelter/hours";
import { cx } from "../ui/cx";
import { useToday } from "./today-hours";

/**
 * The opening hours of the week. The browser highlights today, because the server does not know its time zone and the
 * page may be cached.
 */
export function OpeningHours({ hours }: { hours: string }) {
  const today = useToday();
  return (
    <dl className="-ms-2 grid gap-y-0.5">
      {readHours(hours).map(({ label, text, days }, index) => {
        const isToday = today !== null && days.includes(today);
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their place.
            key={index}
            data-part={isToday ? "today" : undefined}
            className={cx(
              "flex flex-wrap gap-x-3 rounded-mark px-2 py-0.5",
              isToday && "bg-accent-back font-medium text-ink",
            )}
          >
            <dt className={label ? "grow-9 basis-28" : "sr-only"}>
              <bdi>{label || "Please note"}</bdi>
              {isToday && <span className="sr-only"> (today)</span>}
            </dt>
            <dd className="grow basis-32 tabular-nums first-letter:uppercase">
              <bdi>{text}</bdi>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
