import type { CardPet, CardsPage } from "@/lib/pets/adopters/card";
import { capitalized } from "@/lib/pets/adopters/list-words";
import { categoryPlural } from "@/lib/pets/categories";
import { cx } from "../../ui/cx";
import { cardGrid } from "../../ui/loading";
import { PetCard } from "./pet-card";

/** With three columns, every row is full. */
const columns = cx(cardGrid, "md:max-lg:[&>:nth-child(n+7)]:hidden");

/** Other available animals below a list with few; nothing if there are none. */
export function WaitingPets({ page: { pets, others } }: { page: CardsPage }) {
  if (!others || others.pets.length === 0) return null;
  return (
    <section data-part="others" className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="others-heading">
      <h2 id="others-heading">{headingOf(others.pets, pets)}</h2>
      <ul className={columns}>
        {others.pets.map((pet) => (
          <PetCard key={pet.id.toString()} pet={pet} />
        ))}
      </ul>
    </section>
  );
}

/**
 * "Other dogs waiting for a home" if the list has dogs too, "Dogs …" if it has none, and "Others …" for several kinds.
 */
function headingOf([first, ...others]: readonly CardPet[], listed: readonly CardPet[]): string {
  const isAlike = (pet: CardPet) => pet.categoryId === first?.categoryId;
  if (!first || !others.every(isAlike)) return "Others waiting for a home";
  const kind = categoryPlural(first.categoryId);
  return `${listed.some(isAlike) ? `Other ${kind}` : capitalized(kind)} waiting for a home`;
}
