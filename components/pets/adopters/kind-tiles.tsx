import { countWords } from "@/lib/counts";
import { kindOf, without } from "@/lib/pets/adopters/filters";
import { countOf } from "@/lib/pets/adopters/list-words";
import { CATEGORIES } from "@/lib/pets/categories";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { cx } from "../../ui/cx";
import { CategoryPicture } from "../category-picture";
import type { Find } from "./use-find";

const tile = cx(
  "group flex w-21 flex-col items-center rounded-card px-0.5 py-2 text-center text-sm leading-tight whitespace-nowrap text-ink no-underline",
  "transition hover:bg-hover active:bg-pressed focus-visible:rounded-card lg:w-auto",
  "aria-[current]:bg-accent-back aria-[current]:font-semibold",
);
const picture = cx(
  "mb-1 size-13 sm:mb-1.5 sm:size-15 rounded-pill p-1 ring-accent transition motion-safe:group-hover:scale-105",
  "group-aria-[current]:ring-2",
);

/** The kinds of animals as pictures, each with how many there are. On a phone they are a strip. */
export function KindTiles({ find: { filters, linkTo }, counts }: { find: Find; counts: PetCounts | null }) {
  const current = kindOf(filters);
  const others = without(filters, "kind");
  const kinds = [
    { id: undefined, words: "All", target: others },
    ...CATEGORIES.map(({ id, plural, picture: kind }) => ({
      id,
      words: plural.charAt(0).toUpperCase() + plural.slice(1),
      target: { ...others, kind },
    })),
  ];
  return (
    <nav
      aria-label="Filter by kind"
      className="-mx-gutter overflow-x-auto px-gutter py-1 [scrollbar-width:none] lg:mx-0 lg:px-0"
    >
      <ul className="flex w-max gap-1 lg:grid lg:w-auto lg:grid-cols-9">
        {kinds.map(({ id, words, target }) => (
          <li key={words}>
            <a className={tile} {...linkTo(target)} aria-current={id === current?.id ? "true" : undefined}>
              <CategoryPicture className={picture} categoryId={id ?? 0n} petId={id ?? 0n} />
              {words}
              {counts && (
                <span className="font-normal text-soft">{countWords(countOf(counts, filters.status, id))}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
