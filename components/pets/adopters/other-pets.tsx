import { categoryPlural } from "@/lib/pets/categories";
import type { ListedPet } from "@/lib/pets/list/schema";
import { cx } from "../../ui/cx";
import { PetCard } from "./pet-card";

/** The columns for one, two, three and four animals, so that every row is full. */
const COLUMNS = [
  "",
  "grid-cols-2 md:grid-cols-3 lg:grid-cols-1",
  "grid-cols-2",
  "grid-cols-2 md:grid-cols-3",
  "grid-cols-2 md:grid-cols-3 md:max-lg:[&>:nth-child(4)]:hidden lg:grid-cols-4",
] as const;

type Props = { others: readonly ListedPet[]; categoryId: bigint; className?: string };

/** Other animals of a kind that are waiting for a home; nothing if there are none. */
export function OtherPets({ others, categoryId, className }: Props) {
  if (others.length === 0) return null;
  return (
    <section data-part="others" className={cx("grid gap-4", className)} aria-labelledby="others-heading">
      <h2 id="others-heading">Other {categoryPlural(categoryId)} waiting for a home</h2>
      <ul className={cx("grid gap-3 sm:gap-5", COLUMNS[others.length])}>
        {others.map((other) => (
          <PetCard key={other.id.toString()} pet={other} />
        ))}
      </ul>
    </section>
  );
}
