import { kindOf, type PetFilters, without } from "@/lib/pets/adopters/filters";
import { countOf } from "@/lib/pets/adopters/list-words";
import type { PetCounts } from "@/lib/pets/list/schema";
import { type BoundedCount, capitalized, countWords } from "@/lib/values/words";
import { cx } from "../../../ui/style";
import { useKinds } from "../../known-kinds";
import { CategoryPicture } from "../../pet-display";

const strip = cx(
  "-mx-gutter -my-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none] md:mx-0 md:overflow-visible md:px-0",
  // The tiles fade out at the edges, to show that there are more.
  "max-md:scroll-px-8 max-md:mask-[linear-gradient(to_right,transparent,black_1rem,black_calc(100%-2.5rem),transparent)]",
);
type Props = {
  filters: PetFilters;
  linkTo(target: PetFilters): { href: string };
  /** How many animals of each kind match the other filters, or null if that is unknown. */
  counts: PetCounts | null;
  isCompact: boolean;
};

export function KindTiles({ filters, linkTo, counts, isCompact }: Props) {
  const kinds = useKinds();
  const current = kindOf(filters);
  const others = without(filters, "kind");
  const countedAs = (id?: bigint) => counts && countOf(counts, filters.status, id);
  const tiles = [
    { id: undefined, label: "All", target: others, count: countedAs() },
    ...kinds.map(({ id, plural, slug: kind }) => ({
      id,
      label: capitalized(plural),
      target: { ...others, kind },
      count: countedAs(id),
    })),
  ];
  return (
    <nav aria-label="Filter by kind" className={strip}>
      <ul className="flex w-max gap-1 pe-6 md:grid md:w-auto md:pe-0 md:grid-cols-9 md:gap-0 lg:gap-1">
        {tiles.map(({ id, label, target, count }) => (
          <li key={String(id)}>
            <a
              data-part="kind"
              data-none={isNone(count) || null}
              {...linkTo(target)}
              aria-current={id === current?.id ? "true" : undefined}
            >
              <CategoryPicture className={isCompact ? "size-11" : "size-13"} categoryId={id ?? 0n} petId={id ?? 0n} />
              <span>{label}</span> {count && (count.count > 0 || !count.more) && <small>{countWords(count)}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const isNone = (count: BoundedCount | null) => count?.count === 0 && !count.more;
