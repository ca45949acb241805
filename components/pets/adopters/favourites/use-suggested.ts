import { useCallback, useRef, useState } from "react";
import type { CardPet } from "@/lib/pets/adopters/cards/card";
import { MAX_WITH_SUGGESTIONS, SUGGESTED } from "./suggestion-limits";

/**
 * The animals to suggest below a few favourites, or null until they are chosen, and a function that chooses them once:
 * others of the kinds of the favourites, then `longest`. If the others cannot be read, only `longest`.
 */
export function useSuggested(longest: readonly CardPet[]) {
  const [suggested, setSuggested] = useState<readonly CardPet[] | null>(null);
  const isChosen = useRef(false);
  const suggest = useCallback(
    async (ids: readonly string[], favourites: readonly CardPet[]) => {
      if (isChosen.current) return;
      isChosen.current = true;
      const alike = ids.length > MAX_WITH_SUGGESTIONS ? [] : await readAlike(favourites);
      const left = [...new Map([...alike, ...longest].map((pet) => [pet.id, pet])).values()];
      const chosen = left.filter(({ id }) => !ids.includes(String(id))).slice(0, SUGGESTED);
      setSuggested(ids.length > MAX_WITH_SUGGESTIONS ? [] : chosen);
    },
    [longest],
  );
  return [suggested, suggest] as const;
}

/** Reads the animals of the same kinds that have waited longest: enough, even if they include all the favourites. */
async function readAlike(favourites: readonly CardPet[]): Promise<CardPet[]> {
  if (favourites.length === 0) return [];
  try {
    const { fetchLongest } = await import("@/lib/pets/adopters/find/calls");
    return await fetchLongest(
      [...new Set(favourites.map(({ categoryId }) => categoryId))],
      favourites.length + SUGGESTED,
    );
  } catch {
    return [];
  }
}
