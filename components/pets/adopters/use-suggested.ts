import { useState } from "react";
import type { CardPet } from "@/lib/pets/adopters/card";
import { MAX_FEW, SUGGESTED } from "./few";

const NONE: readonly CardPet[] = [];

/**
 * Animals to suggest below a few favourites: those of `others` that are not among them. They are chosen once, when the
 * browser knows the favourites.
 */
export function useSuggested(favourites: readonly string[] | null, others: readonly CardPet[]): readonly CardPet[] {
  const [chosen, setChosen] = useState<readonly CardPet[] | null>(null);
  if (favourites === null) return NONE;
  if (chosen !== null) return chosen;
  const isFew = favourites.length <= MAX_FEW;
  const suggested = isFew ? others.filter(({ id }) => !favourites.includes(String(id))).slice(0, SUGGESTED) : NONE;
  setChosen(suggested);
  return suggested;
}
