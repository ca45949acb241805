import { rememberList } from "../../../last-list";
import type { CardsPage } from "../cards/card";
import { filtersHref, type PetFilters, without } from "../cards/filters";
import { listLabel, pageNumber } from "../cards/list-words";

/**
 * Returns the pages before and after a page of the list, each as filters, or null if there is none. The other filters
 * stay.
 */
export function neighboursOf(
  filters: PetFilters,
  { prev, next }: Pick<CardsPage, "prev" | "next">,
): Record<"previous" | "next", PetFilters | null> {
  const first = without(filters, "cursor");
  const number = pageNumber(filters);
  const at = (cursor: string | null, step: number): PetFilters | null => {
    if (cursor === null) return null;
    if (number === null) return { ...first, cursor };
    // The first page needs no cursor.
    return number + step === 1 ? first : { ...first, cursor, page: number + step };
  };
  return { previous: at(prev, -1), next: at(next, 1) };
}

/** Remembers the page of the list that is shown, so that the page of an animal can link to its neighbours. */
export function rememberPage({ filters, pets }: CardsPage): void {
  rememberList("/animals", { href: filtersHref(filters), label: listLabel(filters), entries: pets });
}
