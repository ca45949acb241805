import type { PetCounts } from "../list/count-schema";
import { type PetFilters, without } from "./filters";
import { countOf } from "./list-words";

/** How many animals of each kind match. `isUnsearched`: nothing matches the search, so these are counts without it. */
export type KindCounts = PetCounts & { isUnsearched?: true };

/** Counts the animals of each kind, without the search if nothing of the wanted status matches it. */
export async function countKinds(
  filters: PetFilters,
  count: (filters: PetFilters) => Promise<PetCounts>,
): Promise<KindCounts> {
  const counts = await count(filters);
  const { count: matching, more } = countOf(counts, filters.status);
  if (filters.q === undefined || matching > 0 || more) return counts;
  return { ...(await count(without(filters, "q"))), isUnsearched: true };
}
