import type { CSSProperties } from "react";
import type { CardPhoto } from "@/lib/pets/adopters/card";
import { categoryPicture, drawingOf } from "@/lib/pets/kinds";
import { type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { cx } from "../ui/style";
import { Badge, type Tone } from "../ui/text";

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

/** Without a `categoryId`, the animal is not loaded yet. */
type PetThumbProps = {
  petId: bigint;
  categoryId: bigint | undefined;
  photo: string | null | undefined;
  className?: string;
};

/** A small picture of an animal beside its name: its first photo, or the drawing of its kind. */
export function PetThumb({ petId, categoryId, photo, className = "size-14" }: PetThumbProps) {
  const frame = cx("shrink-0 overflow-hidden rounded-control", className);
  if (categoryId === undefined) return <div className={cx(frame, "bg-line")} />;
  if (!photo) return <CategoryPicture className={cx(frame, "p-1")} categoryId={categoryId} petId={petId} />;
  return <img className={cx(frame, "bg-line object-cover")} src={photo} alt="" loading="lazy" decoding="async" />;
}

type PetPhotoProps = {
  photo: CardPhoto;
  sizes: string;
  isFirst?: boolean;
  className?: string;
};

export function PetPhoto({ photo: { alt, width, height, urls }, sizes, isFirst, className }: PetPhotoProps) {
  // No file is wider than the photo itself.
  const srcSet = ([320, 640] as const).map((size) => `${urls[size]} ${Math.min(size, width)}w`).join(", ");
  return (
    <img
      className={className}
      src={urls[320]}
      srcSet={srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      {...(isFirst ? { fetchPriority: "high" } : { loading: "lazy" })}
    />
  );
}

const TONES: Readonly<Record<PetStatus, Tone>> = { available: "green", pending: "amber", sold: "grey" };

export function PetStatusBadge({ status }: { status: PetStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}
