import { useState } from "react";
import type { CardPet } from "@/lib/pets/adopters/card";
import { cardGrid } from "../../ui/loading";
import { MAX_FEW, SUGGESTED } from "./few";
import { PetCard } from "./pet-card";

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

/** Other animals that are waiting for a home. */
export function Suggestions({ pets }: { pets: readonly CardPet[] }) {
  if (pets.length === 0) return null;
  return (
    <section className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="suggestions-heading">
      <h2 id="suggestions-heading">Also waiting for a home</h2>
      <ul data-part="suggestions" className={cardGrid}>
        {pets.map((pet) => (
          <PetCard key={String(pet.id)} pet={pet} />
        ))}
      </ul>
    </section>
  );
}
