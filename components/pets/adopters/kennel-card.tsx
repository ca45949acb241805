import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { categoryName } from "@/lib/pets/categories";
import { photoAlt } from "@/lib/pets/photos/alt";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { factsOf, paragraphsOf } from "@/lib/pets/profile/words";
import { addressLines } from "@/lib/shelter/address";
import type { Shelter } from "@/lib/shelter/schema";
import { QrCode } from "../../ui/qr-code";
import { CategoryPicture } from "../category-picture";

/** Those with whom the animal is known to be good, or known not to be. */
function companionsOf({ goodWith }: PetPageData["profile"], isGood: boolean): string {
  const found = COMPANIONS.filter((companion) => goodWith[companion] === isGood);
  return found.map((companion) => COMPANION_LABELS[companion].toLowerCase()).join(", ");
}

type Props = { pet: PetPageData; url: string; shelter: Shelter };

/**
 * The printed page of an animal: a card for the kennel that fills one sheet of A4, with a code that leads to the page.
 */
export function KennelCard({ pet, url, shelter }: Props) {
  const { profile, categoryId } = pet;
  const [cover] = profile.photos;
  const [story] = paragraphsOf(profile.story ?? "");
  const contact = [...addressLines(shelter), shelter.telephone, shelter.email].filter((line) => line !== null);
  return (
    <article
      data-part="kennel-card"
      aria-label="Kennel card"
      className="kennel-card hidden grid-rows-[minmax(0,118mm)_max-content_max-content_minmax(max-content,1fr)_max-content] gap-[6mm] overflow-hidden text-[15pt] print:grid"
    >
      {cover ? (
        <img
          // Whole, so that no ear is cut off.
          className="mx-auto h-full min-h-0 w-auto max-w-full rounded-card object-cover print-color-exact"
          src={cover.urls[1280]}
          alt={photoAlt(cover, pet.name, 0, 1)}
          width={cover.width}
          height={cover.height}
          // Loaded only for printing. The print button waits for it, and so do browsers.
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
      <p className="line-clamp-3 text-center text-[14pt] leading-snug text-balance wrap-anywhere" dir="auto">
        {story}
      </p>
      <dl className="grid content-start gap-[1.5mm]">
        {[
          ["Kind", categoryName(categoryId)] as const,
          ...factsOf(profile),
          ["Good with", companionsOf(profile, true)] as const,
          ["Not with", companionsOf(profile, false)] as const,
        ]
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name} className="grid grid-cols-[40mm_1fr] gap-[4mm] border-b border-line pb-[1.5mm]">
              <dt>{name}</dt>
              <dd className="font-semibold first-letter:uppercase">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-[8mm]">
        <QrCode text={url} label={`QR code for ${url}`} />
        <div className="grid gap-[1mm]">
          <p>More about me, and how to ask for me:</p>
          <p className="text-[11pt] wrap-anywhere">{url}</p>
          <p className="mt-[2mm] line-clamp-2 font-display text-[20pt] leading-tight font-semibold">
            <bdi>{shelter.name}</bdi>
          </p>
          <div className="flex gap-[8mm] text-[11pt] leading-snug">
            <p className="line-clamp-6">
              {contact.map((line) => (
                <bdi key={line} className="block">
                  {line}
                </bdi>
              ))}
            </p>
            {shelter.openingHours && <p className="line-clamp-6 whitespace-pre-line">{shelter.openingHours}</p>}
          </div>
        </div>
      </div>
    </article>
  );
}
