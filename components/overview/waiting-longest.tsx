import type { WaitingPet } from "@/lib/overview/schema";
import { categoryName } from "@/lib/pets/kinds/categories";
import { waitWords } from "@/lib/pets/profile/words";
import { dateWords } from "@/lib/values/time-words";
import { PetThumb } from "../pets/pet-thumb";
import { Link } from "../ui/navigation/link";
import { cx } from "../ui/style/cx";
import { rowLink } from "../ui/style/links";

/** The animals that have waited longest for a home, with their photos. */
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
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-6">
        {pets.map(({ id, name, categoryId, since, photo }) => (
          <li
            key={String(id)}
            data-part="waiting"
            className={cx(
              "relative overflow-hidden rounded-card border border-line bg-panel shadow-card transition",
              "hover:border-control-line hover:shadow-raised active:bg-pressed has-focus-visible:outline-3",
              "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            )}
          >
            <PetThumb className="aspect-[4/3] w-full rounded-none" petId={id} categoryId={categoryId} photo={photo} />
            <div className="px-3 pt-2 pb-3">
              <h3 className="line-clamp-2 wrap-anywhere">
                <Link
                  className="no-underline outline-none after:absolute after:inset-0"
                  href={`/staff/animals?edit=${id}`}
                >
                  <bdi>{name}</bdi>
                </Link>
              </h3>
              <p className="text-sm text-soft">{categoryName(categoryId)}</p>
              <p className="text-sm text-soft">
                <Waiting since={new Date(since)} />
              </p>
            </div>
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
      <span suppressHydrationWarning>Waiting {words ? `for ${words}` : "since today"}</span>
    </time>
  );
}
