import { categoryName, STATUS_LABELS } from "@/lib/pets/categories";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { CategoryPicture } from "./category-picture";
import { FavouriteButton } from "./favourite-button";
import { PetStatusBadge } from "./pet-status";

/** An animal in the list for adopters. The whole card can be clicked, but the text of the link is only the name. */
export function PetCard({ pet }: { pet: Pet }) {
  const status = pet.status ?? DEFAULT_STATUS;
  return (
    <li
      data-part="card"
      className={cx(
        "group relative flex flex-col overflow-hidden rounded-card border border-line bg-panel shadow-card transition",
        "hover:border-control-line hover:shadow-raised motion-safe:hover:-translate-y-0.5",
        "motion-safe:active:translate-y-0 motion-safe:active:scale-[0.99]",
        "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      )}
    >
      <CategoryPicture
        className="aspect-[4/3] w-full p-2 motion-safe:*:transition motion-safe:group-hover:*:scale-105"
        categoryId={pet.categoryId}
        petId={pet.id}
      />
      <div className="px-3 pt-2.5 pb-3 sm:px-4 sm:pb-4">
        <h3 className="line-clamp-2">
          <Link className="no-underline outline-none after:absolute after:inset-0" href={`/animals/${pet.id}`}>
            <bdi>{pet.name}</bdi>
          </Link>
        </h3>
        <p className="text-soft">{categoryName(pet.categoryId)}</p>
        <p className="mt-1.5 grid justify-items-start gap-0.5 text-sm text-soft">
          <PetStatusBadge status={status} />
          <span>{STATUS_LABELS[status].explanation}</span>
        </p>
      </div>
      <FavouriteButton petId={pet.id} name={pet.name} className="absolute end-2 top-2" />
    </li>
  );
}
