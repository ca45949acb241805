import { categoryPlural } from "@/lib/pets/categories";
import type { ListedPet } from "@/lib/pets/list/schema";
import { cx } from "../../ui/cx";
import { cardGrid } from "../../ui/loading";
import { PetCard } from "./pet-card";

/** With three columns, up to three animals are shown, so that every row is full. */
const columns = cx(cardGrid, "md:max-lg:[&>:nth-child(n+4)]:hidden");

type Props = { others: readonly ListedPet[]; categoryId: bigint; className?: string };

/** Other animals of a kind that are waiting for a home; nothing if there are none. */
export function OtherPets({ others, categoryId, className }: Props) {
  if (others.length === 0) return null;
  return (
    <section data-part="others" className={cx("grid gap-4", className)} aria-labelledby="others-heading">
      <h2 id="others-heading">Other {categoryPlural(categoryId)} waiting for a home</h2>
      <ul className={columns}>
        {others.map((other) => (
          <PetCard key={other.id.toString()} pet={other} />
        ))}
      </ul>
    </section>
  );
}
