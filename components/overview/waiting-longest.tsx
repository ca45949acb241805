import type { WaitingPet } from "@/lib/overview/schema";
import { categoryName } from "@/lib/pets/kinds/categories";
import { waitWords } from "@/lib/pets/profile/words";
import { dateWords } from "@/lib/values/time-words";
import { Link } from "../ui/navigation/link";
import { cx } from "../ui/style/cx";
import { rowLink } from "../ui/style/links";
import { panel } from "../ui/style/panel";

/** The animals that have waited longest for a home. */
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
        {pets.map(({ id, name, categoryId, since }) => (
          <li key={String(id)} data-part="waiting" className="flex flex-wrap items-baseline gap-x-2 py-1">
            <Link className={cx(rowLink, "font-semibold wrap-anywhere")} href={`/staff/animals?edit=${id}`}>
              <bdi>{name}</bdi>
            </Link>
            <span className="text-sm text-soft">
              {categoryName(categoryId)}, <Waiting since={new Date(since)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How long an animal has been waiting, in the words of the list. Pointing at it shows since when. */
function Waiting({ since }: { since: Date }) {
  const words = waitWords(since);
  return (
    <time dateTime={since.toISOString()} title={`Since ${dateWords(since)}`}>
      {/* The server may have rendered it on another day than the browser. */}
      <span suppressHydrationWarning>waiting {words ? `for ${words}` : "since today"}</span>
    </time>
  );
}
