import { useQuery } from "@tanstack/react-query";
import { categoryName } from "@/lib/pets/kinds/categories";
import { SEX_LABELS, SIZE_LABELS } from "@/lib/pets/profile/choices";
import type { Profile } from "@/lib/pets/profile/schema";
import { ageWords } from "@/lib/pets/profile/words";
import { petsByIdQuery } from "@/lib/pets/queries";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { andList } from "@/lib/values/word-lists";
import { PetStatusBadge } from "../../pets/pet-status-badge";
import { PetThumb } from "../../pets/pet-thumb";
import { Link } from "../../ui/navigation/link";
import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";
import { panel } from "../../ui/style/panel";

/** The animal that an application is about: photo, facts, status. */
export function ApplicationPet({ petId, petName }: { petId: bigint; petName: string }) {
  const pet = useQuery(petsByIdQuery(String(petId))).data?.[0];
  const photo = pet?.profile?.photos[0]?.urls[640];
  return (
    <section
      className={cx(panel, "grid overflow-hidden p-0! sm:max-lg:grid-cols-[14rem_minmax(0,1fr)]")}
      aria-labelledby="animal-heading"
    >
      <PetThumb
        className="aspect-[3/2] size-full! rounded-none"
        petId={petId}
        categoryId={pet?.categoryId}
        photo={photo}
      />
      <div className="grid content-start gap-2 p-5">
        <h2 id="animal-heading" className="line-clamp-2 wrap-anywhere">
          <bdi>{petName}</bdi>
        </h2>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere text-soft">
          {pet && (
            <>
              <PetStatusBadge status={pet.status ?? DEFAULT_STATUS} />
              {[categoryName(pet.categoryId), ...factWords(pet.profile)].join(", ")}
            </>
          )}
        </p>
        {pet?.profile && <p className="text-sm">{companionWords(pet.profile)}</p>}
        <p className="flex flex-wrap gap-x-5">
          <Link className={rowLink} href={`/animals/${petId}`}>
            Public page
          </Link>
          <Link className={rowLink} href={`/staff/animals?edit=${petId}`}>
            Edit
          </Link>
        </p>
      </div>
    </section>
  );
}

/** Returns the breed, age, sex and size, where known. */
function factWords(profile: Profile | undefined): string[] {
  if (!profile) return [];
  const { breed, bornOn, sex, size } = profile;
  const words = [
    breed,
    bornOn && ageWords(bornOn),
    sex && SEX_LABELS[sex].toLowerCase(),
    size && SIZE_LABELS[size].toLowerCase(),
  ];
  return words.flatMap((word) => word ?? []);
}

/** Returns whom the animal gets along with, and whom it does not. */
function companionWords({ goodWith }: Profile): string {
  const those = (isGood: boolean) => Object.entries(goodWith).flatMap(([who, known]) => (known === isGood ? who : []));
  const [good, bad] = [those(true), those(false)].map(andList);
  return [good && `Good with ${good}.`, bad && `Not with ${bad}.`].filter(Boolean).join(" ");
}
