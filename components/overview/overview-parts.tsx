import { adoptionsHref } from "@/lib/orders/params";
import type { Count, Overview, WaitingPet } from "@/lib/overview/schema";
import { categoryName } from "@/lib/pets/kinds";
import { waitWords } from "@/lib/pets/profile/words";
import { dateWords, dayWords } from "@/lib/values/time-words";
import { countWords, sumOf } from "@/lib/values/words";
import { BarChart } from "../ui/charts";
import { Link } from "../ui/link";
import { panel } from "../ui/panel";
import { cx, rowLink } from "../ui/style";

type TileProps = {
  count: Count;
  label: string;
  href: string;
  before?: Count;
};

/** New applications are above, in the list of today. */
export function Tiles({ overview: { animals, orders, lacking } }: { overview: Overview }) {
  return (
    <ul
      className={cx(
        "grid grid-cols-3 gap-px overflow-hidden rounded-card border border-line bg-line shadow-card",
        "lg:grid-cols-6 xl:auto-rows-fr xl:grid-cols-2",
      )}
      aria-label="Numbers"
    >
      <Tile count={animals.available} label="Available" href="/staff/animals?status=available" />
      <Tile count={animals.pending} label="Pending" href="/staff/animals?status=pending" />
      <Tile count={orders.open} label="Open adoptions" href={adoptionsHref({})} />
      <Tile
        count={animals.adoptedThisMonth}
        label="Adopted this month"
        href={adoptionsHref({ status: "completed" })}
        before={animals.adoptedLastMonth}
      />
      <Tile count={lacking.photo} label="Without a photo" href="/staff/animals?status=available&lacks=photo" />
      <Tile count={lacking.story} label="Without a story" href="/staff/animals?status=available&lacks=story" />
    </ul>
  );
}

function Tile({ count, label, href, before }: TileProps) {
  return (
    <li
      className={cx(
        "relative bg-panel px-3 py-2.5 transition hover:bg-hover active:bg-pressed sm:px-4",
        "has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-accent",
      )}
    >
      <p className="font-display text-xl font-semibold tabular-nums" aria-hidden="true">
        {countWords(count)}
      </p>
      <p className="text-sm">
        <Link className="no-underline outline-none after:absolute after:inset-0" href={href}>
          <span className="sr-only">{countWords(count)} </span>
          {label}
        </Link>
      </p>
      {before && <p className="text-sm text-soft max-sm:-me-2.5">Last month: {countWords(before)}</p>}
    </li>
  );
}

export function WaitingLongest({ pets }: { pets: WaitingPet[] }) {
  if (pets.length === 0) return null;
  return (
    <section aria-labelledby="longest-heading">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="longest-heading">Waiting longest</h2>
        <Link className={rowLink} href="/staff/animals?status=available&sort=oldest">
          All waiting animals
        </Link>
      </div>
      <ul className={cx(panel, "divide-y divide-line py-1!")}>
        {pets.map(({ id, name, categoryId, arrivedAt }) => (
          <li key={String(id)} data-part="waiting" className="flex flex-wrap items-baseline gap-x-2 py-1">
            <Link className={cx(rowLink, "font-semibold wrap-anywhere")} href={`/staff/animals?edit=${id}`}>
              <bdi>{name}</bdi>
            </Link>
            <span className="text-sm text-soft">
              {categoryName(categoryId)}, <Waiting since={new Date(arrivedAt)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting({ since }: { since: Date }) {
  const words = waitWords(since);
  return (
    <time dateTime={since.toISOString()} title={`Since ${dateWords(since)}`}>
      {/* The server may have rendered it on another day than the browser. */}
      <span suppressHydrationWarning>waiting {words ? `for ${words}` : "since today"}</span>
    </time>
  );
}

export function Weeks({ weeks }: { weeks: Overview["weeks"] }) {
  const arrivals = sumOf(weeks.map((week) => week.arrivals));
  const adoptions = sumOf(weeks.map((week) => week.adoptions));
  return (
    <section className={panel} aria-labelledby="weeks-heading">
      <h2 id="weeks-heading">Arrivals and adoptions</h2>
      <p className="mb-4 text-soft">
        In the last {weeks.length} weeks: {countWords(arrivals)} {arrivals.count === 1 ? "arrival" : "arrivals"} and{" "}
        {countWords(adoptions)} {adoptions.count === 1 ? "adoption" : "adoptions"}.
      </p>
      <BarChart
        title="Animals a week, Monday to Sunday"
        unit="Week from"
        tones={{ Arrivals: "accent", Adoptions: "green" }}
        bars={weeks.map(({ from, ...week }) => ({
          label: dayWords(from),
          parts: [week.arrivals.count, week.adoptions.count],
        }))}
      />
    </section>
  );
}
