"use client";

import { useSyncExternalStore } from "react";
import { type HoursLine, type OpeningHours, todayText, weekdayOf } from "@/lib/shelter/hours";
import { localDate } from "@/lib/values/time";
import { subscribeTo } from "../ui/browser";
import { cx } from "../ui/style";

/** The dates of a week, for the longest text of today. */
const A_WEEK = ["01", "02", "03", "04", "05", "06", "07"].map((day) => `2001-01-${day}`);

type TodayProps = { hours: OpeningHours /** Whether it says when the shelter opens again. */; namesNext?: boolean };

/**
 * Today's opening hours. The browser chooses them, because the server does not know its time zone and the page may be
 * cached. The space is reserved, so nothing moves when it has chosen.
 */
export function TodayHours({ hours, namesNext = false }: TodayProps) {
  const today = useToday();
  const texts = A_WEEK.map((date) => todayText(hours, date, namesNext));
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one));
  return (
    <span className="inline-grid noscript:hidden">
      <bdi className="invisible col-start-1 row-start-1">{longest}</bdi>
      {today && <bdi className="col-start-1 row-start-1">{todayText(hours, today, namesNext)}</bdi>}
    </span>
  );
}

/** The names of days are short where the container or its column is narrow. The browser highlights today. */
export function HoursList({ lines }: { lines: readonly HoursLine[] }) {
  const today = useToday();
  // The hours of a date replace those of its day of the week.
  const isException = lines.some(({ date }) => date === today && today !== null);
  const isToday = ({ days, date }: HoursLine) =>
    today !== null && (isException ? date === today : days.includes(weekdayOf(today)));
  return (
    <dl className="-ms-2 grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-y-0.5">
      {lines.map((line) => {
        const { label, shortLabel, text } = line;
        return (
          <div
            key={label}
            data-part={isToday(line) ? "today" : undefined}
            className={cx(
              "col-span-2 grid grid-cols-subgrid gap-x-3 rounded-mark px-2 py-0.5 @min-[22rem]:gap-x-8 @min-[36rem]:gap-x-3",
              isToday(line) && "bg-accent-back font-medium text-ink",
            )}
          >
            <dt className={label ? undefined : "sr-only"}>
              <span className={cx(label && "@max-[22rem]:hidden @min-[34rem]:@max-[40rem]:hidden")}>
                {label || "Please note"}
              </span>
              {label && (
                <span className="hidden @max-[22rem]:inline @min-[34rem]:@max-[40rem]:inline">{shortLabel}</span>
              )}
              {isToday(line) && <span className="sr-only"> (today)</span>}
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

const useToday = () => useSyncExternalStore(onReturn, readToday, () => null);

/** Checks the day again when somebody returns to the page. */
const onReturn = subscribeTo("visibilitychange");
const readToday = () => localDate(new Date());
