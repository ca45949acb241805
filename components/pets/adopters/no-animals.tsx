import { isolate } from "@/lib/bidi";
import type { CardsPage } from "@/lib/pets/adopters/card";
import { hasFacts, isSearched, kindOf, type PetFilters, without, withoutFacts } from "@/lib/pets/adopters/filters";
import { animals, countOf } from "@/lib/pets/adopters/list-words";
import type { Category } from "@/lib/pets/categories";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { buttonClass } from "../../ui/button-class";
import { cx } from "../../ui/cx";
import { actions, panel } from "../../ui/panel";
import { CategoryPicture } from "../category-picture";
import type { Find } from "./use-find";

/** If no kind is chosen, an empty list shows a cat, in the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

type Props = { filters: PetFilters; others: CardsPage["others"]; counts: PetCounts | null; linkTo: Find["linkTo"] };

/** Says why the list is empty, and what to do. */
export function NoAnimals({ filters, others, counts, linkTo }: Props) {
  // The search is for names, but people type "dog" or "labrador", too.
  const meant = others?.kind === undefined ? undefined : kindOf({ kind: others.kind });
  const kind = meant ?? kindOf(filters);
  const [title, advice] = textOf(filters, meant, others);
  return (
    <div className={cx(panel, "flex items-center gap-6")}>
      <CategoryPicture
        className="size-24 shrink-0 rounded-pill p-2.5 max-sm:hidden md:size-30"
        categoryId={kind?.id ?? CAT}
        petId={COAT}
      />
      <div className="grid min-w-0 gap-1">
        <h3 className="line-clamp-3 wrap-anywhere">{title}</h3>
        <p className="max-w-prose text-soft">{advice}</p>
        <div className={cx(actions, "mt-3")}>
          {linksOf(filters, counts, meant, others?.name).map(({ words, target }, index) => (
            <a key={words} className={buttonClass(index === 0 ? "primary" : "quiet")} {...linkTo(target)}>
              {words}
            </a>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Returns the links from an empty list, best first. `meant` and `name` are what was probably searched for. */
function linksOf(filters: PetFilters, counts: PetCounts | null, meant: Category | undefined, name: string | undefined) {
  const { q, kind, status } = filters;
  const isAvailable = status === DEFAULT_STATUS;
  const waiting = meant && counts ? countOf(counts, DEFAULT_STATUS, meant.id) : null;
  const links: { words: string; target: PetFilters }[] = [];
  const add = (words: string, target: PetFilters) => links.push({ words, target });
  if (meant && waiting?.count !== 0) {
    add(`See ${waiting ? animals(waiting, meant) : meant.plural}`, { status: DEFAULT_STATUS, kind: meant.picture });
  }
  if (name !== undefined) add("Search for this name", { status: DEFAULT_STATUS, q: name });
  if (hasFacts(filters)) add("Clear the filters", withoutFacts(filters));
  if (isSearched(filters) || kind || !isAvailable) add("Show all available animals", { status: DEFAULT_STATUS });
  if (q !== undefined && isAvailable && !meant) add("Include adopted", without(filters, "status"));
  return links;
}

/** Returns the heading of the notice, and what a visitor can do. */
function textOf(
  filters: PetFilters,
  meant: Category | undefined,
  { name, spelling }: NonNullable<Props["others"]> = { pets: [] },
): [title: string, advice: string] {
  if (meant) {
    return [
      spelling === undefined ? `Looking for ${meant.plural}?` : `Did you mean “${spelling}”?`,
      "This search finds animals by name. To see one kind, use the pictures above.",
    ];
  }
  if (name !== undefined) {
    return [`Did you mean ${isolate(name)}?`, "No animal has exactly that name."];
  }
  if (hasFacts(filters)) {
    return ["Try fewer filters", "Remove one to see more. New animals arrive often, so check back soon."];
  }
  if (filters.q !== undefined) return ["No name matches", "Try another spelling, or only the first letters."];
  return [`No ${kindOf(filters)?.plural ?? "animals"} here right now`, "New ones arrive often, so check back soon."];
}
