"use client";

import { isWithin } from "@/lib/shelter/date-span";
import type { HoursLine } from "@/lib/shelter/hours";
import { cx } from "../ui/style/cx";
import { useToday, weekdayOf } from "./today-hours";

/** A line of the opening hours, whose days also have short names. */
type Line = HoursLine & { shortLabel: string };

/**
 * The opening hours of the week, with short names of the days in a narrow container, or where `ShelterDetails` has a
 * second column that is narrow. The browser highlights today, because the server does not know its time zone and the
 * page may be cached.
 */
export function OpeningHours({ lines }: { lines: readonly Line[] }) {
  const today = useToday();
  // The hours of a date replace those of its day of the week.
  const isSpecial = today !== null && lines.some(({ dates }) => dates.some((span) => isWithin(span, today)));
  return (
    <dl className="-ms-2 grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-y-0.5">
      {lines.map(({ label, shortLabel, text, days, dates }, index) => {
        const isToday =
          today !== null && (isSpecial ? dates.some((span) => isWithin(span, today)) : days.includes(weekdayOf(today)));
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their place.
            key={index}
            data-part={isToday ? "today" : undefined}
            className={cx(
              "col-span-2 grid grid-cols-subgrid gap-x-3 rounded-mark px-2 py-0.5 @min-[22rem]:gap-x-8 @min-[36rem]:gap-x-3",
              isToday && "bg-accent-back font-medium text-ink",
            )}
          >
            <dt className={label ? undefined : "sr-only"}>
              <bdi className={cx(label && "@max-[22rem]:hidden @min-[34rem]:@max-[40rem]:hidden")}>
                {label || "Please note"}
              </bdi>
              {label && <bdi className="hidden @max-[22rem]:inline @min-[34rem]:@max-[40rem]:inline">{shortLabel}</bdi>}
              {isToday && <span className="sr-only"> (today)</span>}
            </dt>
            <dd className={cx("tabular-nums first-letter:uppercase", !label && "col-span-2")}>
              <bdi>{text}</bdi>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
