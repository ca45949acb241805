import { adoptionsHref } from "@/lib/orders/adoptions-url";
import type { Count, Overview } from "@/lib/overview/schema";
import { monthStart } from "@/lib/overview/weeks";
import { countWords } from "@/lib/values/counts";
import { Link } from "../ui/navigation/link";
import { cx } from "../ui/style/cx";

type TileProps = {
  count: Count;
  label: string;
  href: string;
  /** The number of the month before, to compare with. */
  before?: Count;
};

/** The numbers of the shelter, each a link to its list. New applications are above, in the list of today. */
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
        href={`/staff/animals?status=sold&adoptedSince=${monthStart(new Date()).toISOString().slice(0, 10)}`}
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
