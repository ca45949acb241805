import { categoryName } from "@/lib/pets/kinds/categories";
import type { ListedPet } from "@/lib/pets/list/schema";
import { SEX_LABELS } from "@/lib/pets/profile/choices";
import { ageWords } from "@/lib/pets/profile/words";

type CellProps = { pet: ListedPet };

/** The kind of an animal, and its breed, if that is known. A long breed has two lines. */
export function KindCell({ pet: { categoryId, profile } }: CellProps) {
  const breed = profile?.breed;
  return (
    <>
      {categoryName(categoryId)}
      {breed && (
        <span className="line-clamp-2 text-soft" title={breed}>
          <bdi>{breed}</bdi>
        </span>
      )}
    </>
  );
}

/** The sex of an animal, if it is known. Narrower tables have it below the name, like the other facts. */
export function SexCell({ pet: { profile } }: CellProps) {
  return profile?.sex ? SEX_LABELS[profile.sex] : null;
}

/** The age of an animal, if it is known. */
export function AgeCell({ pet: { profile } }: CellProps) {
  return profile?.bornOn ? ageWords(profile.bornOn) : null;
}
