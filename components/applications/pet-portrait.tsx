import { mailtoHref } from "@/lib/applications/replies";
import { categoryName } from "@/lib/pets/kinds";
import type { Photo } from "@/lib/pets/photos/schema";
import type { Pet } from "@/lib/pets/schema";
import { isolate, nameInSentence } from "@/lib/values/words";
import { CategoryPicture, PetPhoto } from "../pets/pet-display";
import { buttonClass } from "../ui/button";
import { Arrow } from "../ui/icons";
import { Link } from "../ui/link";
import { barLink, cx, rowLink } from "../ui/style";

type Props = { pet: Pet; photo: Photo | undefined };

const picture = "aspect-square w-full rounded-card object-cover lg:aspect-[4/3]";

export function PetBackLink({ pet }: Pick<Props, "pet">) {
  return (
    <nav aria-label="Back" className="-mx-3 -mt-3 -mb-3 flex">
      <Link className={cx(barLink, "min-w-0")} href={`/animals/${pet.id}`}>
        <Arrow to="start" />
        <bdi className="line-clamp-2 wrap-anywhere">{pet.name}</bdi>
      </Link>
    </nav>
  );
}

export function SmallPortrait({ pet, photo }: Props) {
  const small = "size-18 shrink-0 rounded-card object-cover lg:hidden";
  return photo ? (
    <img className={small} src={photo.urls[320]} width={photo.width} height={photo.height} loading="lazy" alt="" />
  ) : (
    <CategoryPicture className={cx(small, "p-1.5")} categoryId={pet.categoryId} petId={pet.id} />
  );
}

/** The picture is beside the name on a small screen, above it on a large one. */
export function PetPortrait({ pet, photo, breed }: Props & { breed: string | null }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3.5 lg:grid-cols-[minmax(0,1fr)] lg:gap-3">
      {photo ? (
        <PetPhoto className={picture} photo={photo} sizes="(width < 60rem) 4.5rem, 20rem" />
      ) : (
        <CategoryPicture className={cx(picture, "p-2")} categoryId={pet.categoryId} petId={pet.id} />
      )}
      <div className="min-w-0">
        <p className="line-clamp-2 font-display text-xl font-semibold">
          <bdi>{pet.name}</bdi>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 lg:block">
          <p className="wrap-anywhere text-soft">
            {categoryName(pet.categoryId)}
            {breed && (
              <>
                {" · "}
                <bdi>{breed}</bdi>
              </>
            )}
          </p>
          <Link className={rowLink} href={`/animals/${pet.id}`}>
            <span className="line-clamp-2">
              See <bdi>{nameInSentence(pet.name)}</bdi>’s page
            </span>
          </Link>
        </div>
      </div>
    </div>
  );
}

export function WriteAbout({ pet: { name }, email }: { pet: { name: string }; email: string }) {
  return (
    <a className={buttonClass("quiet")} href={mailtoHref(email, `About ${isolate(name)}`, "")}>
      <span className="min-w-0 truncate">
        Write to us about <bdi>{name}</bdi>
      </span>
    </a>
  );
}
