import { useEffect, useEffectEvent, useState } from "react";
import { factsOf, filtersHref, type PetFilters } from "@/lib/pets/adopters/cards/filters";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { type First, loadCalls } from "./use-find";

/** Maximum number of filters whose counts are cached. */
const MAX_KNOWN = 20;

/** Returns the same text for all filters that have the same counts. A search is not counted. */
const keyOf = (filters: PetFilters) => (filters.q === undefined ? filtersHref(factsOf(filters)) : null);

/**
 * Returns the counts for some filters: those that are wanted, or were before. Null while they are unknown, and with a
 * search. The server has counted for its own page. Others are read through the API, at the same time as the animals.
 */
export function useCounts(wanted: PetFilters, { page, filters, counts }: First) {
  const first = keyOf(page?.filters ?? filters);
  const [known, setKnown] = useState(() => new Map<string | null, PetCounts | null>([[first, counts]]));
  const key = keyOf(wanted);
  const read = useEffectEvent(async () => {
    if (key === null || known.get(key)) return;
    try {
      const { fetchKindCounts } = await loadCalls();
      const found = await fetchKindCounts(wanted);
      setKnown((others) => new Map([...others, [key, found] as const].slice(-MAX_KNOWN)));
    } catch {
      // The list works without counts.
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads when the filters change.
  useEffect(() => void read(), [key]);
  return (filters: PetFilters) => known.get(keyOf(filters)) ?? null;
}
