import { useEffect, useEffectEvent, useState } from "react";
import { countedBy, filtersHref, type PetFilters } from "@/lib/pets/adopters/cards/filters";
import { type First, loadCalls } from "./use-find";

/** Maximum number of filters whose counts are cached. */
const MAX_KNOWN = 20;

/** Returns the same text for all filters that have the same counts. */
const keyOf = (filters: PetFilters) => filtersHref(countedBy(filters));

/**
 * Returns the counts for some filters: those of the URL, or those of the list on the screen. Null while they are
 * unknown. The server has counted for its own page. Others are read through the API, at the same time as the animals.
 */
export function useCounts(filters: PetFilters, { filters: firstFilters, counts }: First) {
  const [known, setKnown] = useState(() => new Map([[keyOf(firstFilters), counts]]));
  const key = keyOf(filters);
  const read = useEffectEvent(async () => {
    if (key === keyOf(firstFilters) && counts) return;
    try {
      const { fetchKindCounts } = await loadCalls();
      const found = await fetchKindCounts(filters);
      setKnown((others) => new Map([...others, [key, found] as const].slice(-MAX_KNOWN)));
    } catch {
      // The list works without counts.
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads when the filters change.
  useEffect(() => void read(), [key]);
  return (wanted: PetFilters) => known.get(keyOf(wanted)) ?? null;
}
