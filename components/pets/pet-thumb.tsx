import { cx } from "../ui/style/cx";
import { CategoryPicture } from "./category-picture";

/** Without a `categoryId`, the animal is not loaded yet. */
type Props = { petId: bigint; categoryId: bigint | undefined; photo: string | null | undefined; className?: string };

/** A small picture of an animal beside its name: its first photo, or the drawing of its kind. */
export function PetThumb({ petId, categoryId, photo, className = "size-14" }: Props) {
  const frame = cx("shrink-0 overflow-hidden rounded-control", className);
  if (categoryId === undefined) return <div className={cx(frame, "bg-line")} />;
  if (!photo) return <CategoryPicture className={cx(frame, "p-1")} categoryId={categoryId} petId={petId} />;
  return <img className={cx(frame, "bg-line object-cover")} src={photo} alt="" loading="lazy" decoding="async" />;
}
