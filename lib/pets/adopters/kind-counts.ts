import type { PetCounts } from "../list/count-schema";
import { type PetFilters, without } from "./filters";
import { countOf } from "./list-words";
import { meantFilters } from "./meant-filters";

/**
 * How many animals of each kind match. `meant`: nothing matches the search, so these are counts of the facts that its
 * words mean, if any, instead of it.
 */
export type KindCounts = PetCounts & { meant?: PetFilters };

/** Counts the animals of each kind. If no animal of the wanted status matches the search, counts what it means. */
export async function countKinds(
  filters: PetFilters,
  count: (filters: PetFilters) => Promise<PetCounts>,
): Promise<KindCounts> {
  const counts = await count(filters);
  const { count: matching, more } = countOf(counts, filters.status);
  if (filters.q === undefined || matching > 0 || more) return counts;
  const { kind: _kind, ...meant }: PetFilters = meantFilters(filters.q)?.filters ?? {};
  return { ...(await count({ ...without(filters, "q"), ...meant })), meant };
}
