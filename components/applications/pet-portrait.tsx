import { categoryName } from "@/lib/pets/categories";
import type { Photo } from "@/lib/pets/photos/schema";
import type { Pet } from "@/lib/pets/schema";
import { CategoryPicture } from "../pets/category-picture";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";

type Props = { pet: Pet; photo: Photo | undefined; className?: string };

const picture = "aspect-square w-full rounded-card object-cover md:aspect-[4/3]";

/** A small picture of the animal beside a heading, on a phone. It leads to the page of the animal. */
export function SmallPortrait({ pet, photo }: Omit<Props, "className">) {
  const small = "size-18 rounded-card object-cover";
  return (
    <Link className="shrink-0 rounded-card focus-visible:rounded-card md:hidden" href={`/animals/${pet.id}`}>
      <span className="sr-only">See the page</span>
      {photo ? (
        <img className={small} src={photo.urls[320]} alt="" />
      ) : (
        <CategoryPicture className={cx(small, "p-1.5")} categoryId={pet.categoryId} petId={pet.id} />
      )}
    </Link>
  );
}

/** The animal that an application is about. The picture is beside the name on a phone, above it on larger screens. */
export function PetPortrait({ pet, photo, className }: Props) {
  return (
    <div
      className={cx(
        "grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3.5 md:grid-cols-[minmax(0,1fr)] md:gap-3",
        className,
      )}
    >
      {photo ? (
        <img
          className={picture}
          src={photo.urls[640]}
          srcSet={`${photo.urls[320]} 320w, ${photo.urls[640]} 640w`}
          sizes="(width < 44rem) 4.5rem, 20rem"
          alt={photo.alt}
        />
      ) : (
        <CategoryPicture className={cx(picture, "p-2")} categoryId={pet.categoryId} petId={pet.id} />
      )}
      <div className="min-w-0">
        <p className="line-clamp-2 font-display text-xl font-semibold">
          <bdi>{pet.name}</bdi>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 md:block">
          <p className="text-soft">{categoryName(pet.categoryId)}</p>
          <Link className={rowLink} href={`/animals/${pet.id}`}>
            See the page
          </Link>
        </div>
      </div>
    </div>
  );
}
