import type { Overview } from "@/lib/overview/schema";
import { countWords } from "@/lib/values/counts";
import { dayWords } from "@/lib/values/time-words";
import { BarChart } from "../ui/display/bar-chart";
import { panel } from "../ui/style/panel";

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
        In the last {weeks.length} weeks: {countWords({ count: arrivals, more: isMore })}{" "}
        {arrivals === 1 ? "arrival" : "arrivals"} and {countWords({ count: adoptions, more: isMore })}{" "}
        {adoptions === 1 ? "adoption" : "adoptions"}.
      </p>
      <BarChart
        title="Animals a week, Monday to Sunday"
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
