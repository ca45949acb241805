import { categoryPlural } from "@/lib/pets/categories";
import type { ListedPet } from "@/lib/pets/list/schema";
import { cx } from "../../ui/cx";
import { cardGrid } from "../../ui/loading";
import { PetCard } from "./pet-card";

/** With three columns, up to three animals are shown, so that every row is full. */
const columns = cx(cardGrid, "md:max-lg:[&>:nth-child(n+4)]:hidden");
/** The columns beside something else on a large screen. */
const narrowColumns = cx(
  "grid grid-cols-2 gap-3 sm:gap-5 md:max-lg:grid-cols-3 xl:grid-cols-3",
  "md:max-lg:[&>:nth-child(n+4)]:hidden xl:[&>:nth-child(n+4)]:hidden",
);

type Props = {
  others: readonly ListedPet[];
  categoryId: bigint;
  /** Whether something else is beside it on a large screen. */
  isNarrow?: boolean;
  className?: string;
};

/** Other animals that are waiting for a home, of the same kind if possible; nothing if there are none. */
export function OtherPets({ others, categoryId, isNarrow, className }: Props) {
  if (others.length === 0) return null;
  const isSameKind = others.every((other) => other.categoryId === categoryId);
  return (
    <section
      data-part="others"
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", className)}
      aria-labelledby="others-heading"
    >
      <h2 id="others-heading">{isSameKind ? `Other ${categoryPlural(categoryId)}` : "Others"} waiting for a home</h2>
      <ul className={isNarrow ? narrowColumns : columns}>
        {others.map((other) => (
          <PetCard key={other.id.toString()} pet={other} />
        ))}
      </ul>
    </section>
  );
}
