import type { PetCounts } from "../../list/count-schema";
import { type PetFilters, without } from "../cards/filters";
import { countOf } from "../cards/list-words";
import { parseSearch } from "../search/parse-search";
import { ageWordsOf, mergeParsed, withChosenAge } from "../search/search-lists";

/**
 * How many animals of each kind match. `meant`: nothing matches the search, so these are counts of the facts that its
 * words mean, if any, instead of it. `otherWords`: its words that are neither kinds nor such facts.
 */
export type KindCounts = PetCounts & { meant?: PetFilters; otherWords?: string };

/** Counts the animals of each kind. If no animal of the wanted status matches the search, counts what it means. */
export async function countKinds(
  filters: PetFilters,
  count: (filters: PetFilters) => Promise<PetCounts>,
): Promise<KindCounts> {
  const counts = await count(filters);
  const { count: matching, more } = countOf(counts, filters.status);
  if (filters.q === undefined || matching > 0 || more) return counts;
  const words = withChosenAge(filters, parseSearch(filters.q));
  const { kind: _kind, ...meant } = mergeParsed(filters.goodWith ? { goodWith: filters.goodWith } : {}, words);
  const found = await count({ ...without(filters, "q"), ...meant });
  // Several age groups are no filter.
  const otherWords = [...(words ? ageWordsOf(words) : []), words?.otherWords].filter(Boolean).join(" ");
  return { ...found, meant, ...(otherWords && { otherWords }) };
}
