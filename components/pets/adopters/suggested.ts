import type { CardPet } from "@/lib/pets/adopters/card";
import { MAX_FEW, SUGGESTED } from "./few";

/**
 * Returns the animals to suggest below a few favourites: those of `others` that are not among them, first those of the
 * same kinds.
 */
export function suggestedTo(
  favourites: readonly string[],
  kept: readonly CardPet[],
  others: readonly CardPet[],
): readonly CardPet[] {
  if (favourites.length > MAX_FEW) return [];
  const isAlike = ({ categoryId }: CardPet) => kept.some((pet) => pet.categoryId === categoryId);
  const left = others.filter(({ id }) => !favourites.includes(String(id)));
  return [...left.filter(isAlike), ...left.filter((pet) => !isAlike(pet))].slice(0, SUGGESTED);
}
