import { categoryPicture } from "@/lib/pets/categories";
import { cx } from "../ui/cx";

// Coprime, so that 30 animals of a kind in a row all differ in coat and background.
const COATS = 5n;
const TINTS = 6n;
const MIRRORED = 7n;

/** A decorative drawing of an animal's kind, varied by its id. */
export function CategoryPicture({ categoryId, petId, className }: Props) {
  const kind = categoryPicture(categoryId);
  return (
    <svg
      className={cx("picture", className)}
      viewBox="0 0 100 100"
      aria-hidden="true"
      data-kind={kind}
      data-coat={String(petId % COATS)}
      data-tint={String(petId % TINTS)}
      data-mirrored={petId % MIRRORED < 3n || undefined}
    >
      <use href={`/animals.svg#${kind}`} />
    </svg>
  );
}

type Props = { categoryId: bigint; petId: bigint; className?: string };
