import { cleared, isOnlyNamed, isSearched, kindOf, type PetFilters, without } from "@/lib/pets/adopters/filters";
import { animals, countOf } from "@/lib/pets/adopters/list-words";
import type { Category } from "@/lib/pets/categories";
import { kindOfWord } from "@/lib/pets/kind-words";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { buttonClass } from "../../ui/button-class";
import { actions, Notice, noticePicture } from "../../ui/panel";
import { CategoryPicture } from "../category-picture";
import type { Find } from "./use-find";

/** If no kind is chosen, an empty list shows a cat, in the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

type Props = { filters: PetFilters; counts: PetCounts | null; linkTo: Find["linkTo"] };

/** Says why the list is empty, and what to do. */
export function NoAnimals({ filters, counts, linkTo }: Props) {
  // The search is for names, but people type "dog" or "kittens", too.
  const meant = kindOfWord(filters.q ?? "");
  const kind = meant ?? kindOf(filters);
  const [title, advice] = textOf(filters, meant);
  return (
    <Notice picture={<CategoryPicture className={noticePicture} categoryId={kind?.id ?? CAT} petId={COAT} />}>
      <h3>{title}</h3>
      <p>{advice}</p>
      <div className={actions}>
        {linksOf(filters, counts, meant).map(({ words, target }, index) => (
          <a key={words} className={buttonClass(index === 0 ? "primary" : "quiet")} {...linkTo(target)}>
            {words}
          </a>
        ))}
      </div>
    </Notice>
  );
}

/** Where to go from an empty list, best first. `meant` is the kind that was searched for. */
function linksOf(filters: PetFilters, counts: PetCounts | null, meant: Category | undefined) {
  const { q, kind, status } = filters;
  const isAvailable = status === DEFAULT_STATUS;
  const waiting = meant && counts ? countOf(counts, DEFAULT_STATUS, meant.id) : null;
  const links: { words: string; target: PetFilters }[] = [];
  const add = (words: string, target: PetFilters) => links.push({ words, target });
  if (meant && waiting?.count !== 0) {
    add(`See ${waiting ? animals(waiting, meant) : meant.plural}`, { status: DEFAULT_STATUS, kind: meant.picture });
  }
  if (isSearched(filters) && !isOnlyNamed(filters)) add("Clear the filters", cleared(filters));
  if (isSearched(filters) || kind || !isAvailable) add("Show all available animals", { status: DEFAULT_STATUS });
  if (q !== undefined && isAvailable) add("Search the adopted ones, too", without(filters, "status"));
  return links;
}

/** The heading of the notice, and what a visitor can do. */
function textOf(filters: PetFilters, meant: Category | undefined): [title: string, advice: string] {
  if (meant) {
    return [
      `Looking for ${meant.plural}?`,
      "This search finds animals by name. To see one kind, use the pictures above.",
    ];
  }
  if (isOnlyNamed(filters)) return ["No name matches", "Try another spelling, or only the first letters."];
  if (isSearched(filters)) {
    return [
      "No animal matches all of this",
      "Remove a filter to see more. New animals arrive often, so check back soon.",
    ];
  }
  return [`No ${kindOf(filters)?.plural ?? "animals"} here right now`, "New ones arrive often, so check back soon."];
}
