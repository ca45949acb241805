import { inboxHref } from "@/lib/applications/inbox";
import { countWords } from "@/lib/counts";
import type { Count, Overview } from "@/lib/overview/schema";
import { monthStart } from "@/lib/overview/weeks";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";

type TileProps = { count: Count; label: string; href: string; hint: string; isUrgent?: boolean };

/** The numbers of the day, each a link to its list. */
export function Tiles({ overview: { animals, applications, lacking } }: { overview: Overview }) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3" aria-label="Today">
      <Tile
        count={applications.inbox.new}
        label="New applications"
        href={inboxHref({ status: "new" })}
        hint={applications.inbox.new.count > 0 ? "Waiting for an answer" : "All answered"}
        isUrgent={applications.inbox.new.count > 0}
      />
      <Tile
        count={animals.available}
        label="Available"
        href="/staff/animals?status=available"
        hint="Waiting for a home"
      />
      <Tile
        count={animals.pending}
        label="Pending"
        href="/staff/animals?status=pending"
        hint="Somebody wants to adopt"
      />
      <Tile
        count={animals.adoptedThisMonth}
        label="Adopted this month"
        href={`/staff/animals?status=sold&adoptedSince=${monthStart(new Date()).toISOString().slice(0, 10)}`}
        hint="Have a home now"
      />
      <Tile
        count={lacking.photo}
        label="Without a photo"
        href="/staff/animals?status=available&lacks=photo"
        hint={
          lacking.photo.count > 0 || lacking.photo.more
            ? "Available, but without a picture"
            : "Every available animal has one"
        }
      />
      <Tile
        count={lacking.story}
        label="Without a story"
        href="/staff/animals?status=available&lacks=story"
        hint={
          lacking.story.count > 0 || lacking.story.more
            ? "Available, but with nothing to read"
            : "Every available animal has one"
        }
      />
    </ul>
  );
}

function Tile({ count, label, href, hint, isUrgent }: TileProps) {
  return (
    <li
      className={cx(
        "group relative grid content-start gap-1 rounded-card border bg-panel px-4 py-3.5 shadow-card transition",
        "hover:border-control-line hover:bg-hover active:bg-pressed has-focus-visible:outline-3 has-focus-visible:outline-offset-2",
        "has-focus-visible:outline-accent sm:px-5",
        isUrgent ? "border-accent" : "border-line",
      )}
    >
      <p
        className={cx("font-display text-2xl leading-none font-semibold tabular-nums", isUrgent && "text-accent")}
        aria-hidden="true"
      >
        {countWords(count)}
      </p>
      <p className="font-semibold">
        <Link className="no-underline outline-none after:absolute after:inset-0" href={href}>
          <span className="sr-only">{countWords(count)} </span>
          {label}
        </Link>
      </p>
      <p className="text-sm text-soft">{hint}</p>
    </li>
  );
}
