import { categoryPicture } from "@/lib/pets/categories";
import { pictureOf } from "@/lib/pets/picture";
import { cx } from "../ui/cx";

/** A decorative drawing of an animal's kind, varied by its id. */
export function CategoryPicture({ categoryId, petId, className }: Props) {
  const kind = categoryPicture(categoryId);
  const { coat, tint, isMirrored } = pictureOf(petId);
  return (
    <svg
      className={cx("picture", className)}
      viewBox="0 0 100 100"
      aria-hidden="true"
      data-kind={kind}
      data-coat={coat}
      data-tint={tint}
      data-mirrored={isMirrored || undefined}
    >
      <use href={`/animals.svg#${kind}`} />
    </svg>
  );
}

type Props = { categoryId: bigint; petId: bigint; className?: string };
