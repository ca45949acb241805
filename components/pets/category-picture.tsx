import type { CSSProperties } from "react";
import { categoryPicture } from "@/lib/pets/kinds/categories";
import { drawingOf } from "@/lib/pets/kinds/picture";
import { cx } from "../ui/style/cx";

/** A decorative drawing of an animal's kind, varied by its id. */
export function CategoryPicture({ categoryId, petId, className }: Props) {
  const kind = categoryPicture(categoryId);
  const { coat, patch, tint, pose } = drawingOf(petId, kind);
  return (
    <svg
      className={cx("picture", className)}
      style={{ "--coat": coat, "--patch": patch, "--hue": tint * 60 + 15 } as CSSProperties}
      viewBox="0 0 100 100"
      aria-hidden="true"
      data-pose={pose}
    >
      <use href={`/animals.svg#${kind}`} />
    </svg>
  );
}

type Props = { categoryId: bigint; petId: bigint; className?: string };
