import type { CardPet } from "@/lib/pets/adopters/cards/card";
import { categoryPlural } from "@/lib/pets/kinds/categories";
import { capitalized } from "@/lib/values/capitalized";
import { cardGrid } from "../../ui/loading/loading";
import { cx } from "../../ui/style/cx";
import { PetCard } from "./pet-card";

/** In three columns, every row is full. */
const FULL_ROWS = { 4: "md:max-lg:[&>:nth-child(n+4)]:hidden", 8: "md:max-lg:[&>:nth-child(n+7)]:hidden" };
type Props = {
  pets: readonly CardPet[];
  /** The animals that are already shown. */
  shown: readonly Pick<CardPet, "categoryId">[];
  /** The heading, if it does not follow from the animals. */
  heading?: string | undefined;
  /** The lowest id of the new animals, or null if that is not known. */
  newSince: bigint | null;
  /** The columns, if something else is beside them on a large screen. */
  columns?: string;
  className?: string;
};

/** Other animals that are waiting for a home. Renders nothing if there are none. */
export function OtherPets({ pets, shown, heading, newSince, columns, className }: Props) {
  if (pets.length === 0) return null;
  return (
    <section
      data-part="nearest"
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", className)}
      aria-labelledby="nearest-heading"
    >
      <h2 id="nearest-heading">{heading ?? headingOf(pets, shown)}</h2>
      <ul
        data-few={pets.length < 3 ? pets.length : null}
        className={columns ?? cx(cardGrid, FULL_ROWS[pets.length > 4 ? 8 : 4])}
      >
        {pets.map((pet) => (
          <PetCard key={pet.id.toString()} pet={pet} newSince={newSince} />
        ))}
      </ul>
    </section>
  );
}

/** "Other dogs waiting for a home" if dogs are shown too, and "Dogs …" if none are; "Others …" for several kinds. */
function headingOf([first, ...others]: readonly CardPet[], shown: Props["shown"]): string {
  const isAlike = (pet: Pick<CardPet, "categoryId">) => pet.categoryId === first?.categoryId;
  if (!first || !others.every(isAlike)) return `${shown.length > 0 ? "Others" : "Animals"} waiting for a home`;
  const kind = categoryPlural(first.categoryId);
  return `${shown.some(isAlike) ? `Other ${kind}` : capitalized(kind)} waiting for a home`;
}
