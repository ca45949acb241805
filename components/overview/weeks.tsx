import type { Overview } from "@/lib/overview/schema";
import { dayWords } from "@/lib/time-words";
import { BarChart } from "../ui/bar-chart";
import { panel } from "../ui/panel";

/** Arrivals and adoptions by week. */
export function Weeks({ weeks }: { weeks: Overview["weeks"] }) {
  const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
  const arrivals = sum(weeks.map((week) => week.arrivals));
  const adoptions = sum(weeks.map((week) => week.adoptions));
  const isMore = weeks.some((week) => week.arrivals.more || week.adoptions.more);
  return (
    <section className={panel} aria-labelledby="weeks-heading">
      <h2 id="weeks-heading">Arrivals and adoptions</h2>
      <p className="mb-4 text-soft">
        In the last {weeks.length} weeks, {arrivals.toLocaleString("en")}
        {isMore && "+"} animals arrived and {adoptions.toLocaleString("en")}
        {isMore && "+"} were adopted.
      </p>
      <BarChart
        title="By week, from Monday"
        unit="Week from"
        layout="beside"
        names={["Arrivals", "Adoptions"]}
        tones={["accent", "green"]}
        bars={weeks.map(({ from, ...week }) => ({
          label: dayWords(from),
          parts: [week.arrivals.count, week.adoptions.count],
        }))}
      />
    </section>
  );
}
