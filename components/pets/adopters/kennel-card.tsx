import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { categoryName } from "@/lib/pets/categories";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { factsOf } from "@/lib/pets/profile/words";
import { photoAlt } from "@/lib/photos/alt";
import type { Shelter } from "@/lib/shelter/schema";
import { QrCode } from "../../ui/qr-code";
import { CategoryPicture } from "../category-picture";

type Props = { pet: PetPageData; url: string; shelter: Shelter };

/**
 * What the page of an animal becomes when it is printed: a card for the kennel that fills one sheet of A4, with a code
 * that leads to the page.
 */
export function KennelCard({ pet, url, shelter }: Props) {
  const { profile, categoryId } = pet;
  const [cover] = profile.photos;
  const friends = COMPANIONS.filter((companion) => profile.goodWith[companion] === true);
  return (
    <article
      data-part="kennel-card"
      aria-label="Kennel card"
      className="kennel-card hidden grid-rows-[minmax(0,125mm)_max-content_minmax(max-content,1fr)_max-content] gap-[8mm] overflow-hidden text-[15pt] print:grid"
    >
      {cover ? (
        <img
          className="size-full min-h-0 rounded-card object-contain print-color-exact"
          src={cover.urls[1280]}
          alt={photoAlt(cover, pet.name, 0, 1)}
          width={cover.width}
          height={cover.height}
          // Read when somebody prints: the button waits for it, and so do browsers.
          loading="lazy"
        />
      ) : (
        <CategoryPicture
          className="size-full min-h-0 rounded-card p-6 print-color-exact"
          categoryId={categoryId}
          petId={pet.id}
        />
      )}
      <h2 className="-mb-[0.15em] line-clamp-2 pb-[0.15em] text-center text-[46pt] leading-[1.1] wrap-anywhere">
        <bdi>{pet.name}</bdi>
      </h2>
      <dl className="grid content-start gap-[1.5mm]">
        {[
          ["Kind", categoryName(categoryId)] as const,
          ...factsOf(profile),
          ...(friends.length > 0
            ? [["Good with", friends.map((friend) => COMPANION_LABELS[friend].toLowerCase()).join(", ")] as const]
            : []),
        ].map(([name, value]) => (
          <div key={name} className="grid grid-cols-[40mm_1fr] gap-[4mm] border-b border-line pb-[1.5mm]">
            <dt>{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-[8mm]">
        <QrCode text={url} label={`QR code for ${url}`} />
        <div className="grid gap-[1mm]">
          <p>More about me, and how to ask for me:</p>
          <p className="text-[11pt] wrap-anywhere">{url}</p>
          <p className="mt-[4mm] text-[19pt] font-semibold">
            <bdi>{shelter.name}</bdi>
          </p>
          {shelter.telephone && <p>{shelter.telephone}</p>}
        </div>
      </div>
    </article>
  );
}
