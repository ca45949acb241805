import { MAX_LOOKED_AT, type Overview } from "@/lib/overview/schema";
import { countWords } from "@/lib/values/counts";
import { PetThumb } from "../pets/pet-thumb";
import { Badge } from "../ui/display/badge";
import { Link } from "../ui/navigation/link";
import { cx } from "../ui/style/cx";
import { rowLink } from "../ui/style/links";
import { panel } from "../ui/style/panel";

/** How many are shown until the list is expanded. */
const MAX_SHOWN = 6;

/**
 * Available animals without a photo or a story; each link leads to where it can be added. Renders nothing if there are
 * none.
 */
export function MissingParts({ lacking: { photo, story, animals, more } }: { lacking: Overview["lacking"] }) {
  if (animals.length === 0) return null;
  const rest = animals.slice(MAX_SHOWN);
  return (
    <section aria-labelledby="lacking-heading">
      <h2 id="lacking-heading" className="mb-1">
        Without a photo or a story
      </h2>
      <p className="mb-3 text-soft">
        {`${countWords(photo)} without a photo, ${countWords(story)} without a story. Animals with both find a home sooner.`}
        {more && ` Counted among the newest ${MAX_LOOKED_AT.toLocaleString("en")}.`}
      </p>
      <div className={cx(panel, "p-0!")}>
        <List animals={animals.slice(0, MAX_SHOWN)} />
        {rest.length > 0 && (
          <details className="border-t border-line">
            <summary className="px-4 font-semibold">Show {rest.length} more</summary>
            <List animals={rest} />
          </details>
        )}
      </div>
    </section>
  );
}

function List({ animals }: { animals: Overview["lacking"]["animals"] }) {
  return (
    <ul className="px-4">
      {animals.map(({ id, name, categoryId, hasPhoto, hasStory, photo }) => (
        <li
          key={String(id)}
          data-part="lacking"
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-3 border-b border-line py-1 last:border-b-0"
        >
          <PetThumb className="size-10" petId={id} categoryId={categoryId} photo={photo} />
          {/* Badges that do not fit beside the name are below it. */}
          <div className="flex min-w-0 flex-wrap items-center gap-x-3">
            <Link className={cx(rowLink, "min-w-0 grow")} href={`/staff/animals?edit=${id}`}>
              <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
            </Link>
            <span className="flex flex-wrap gap-1">
              {!hasPhoto && <Badge tone="amber">No photo</Badge>}
              {!hasStory && <Badge tone="grey">No story</Badge>}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
