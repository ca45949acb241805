import { renderSVG } from "uqr";
import { amountWords, isFee, notesForKind } from "@/lib/pets/adopters/kind-notes";
import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { FACTS } from "@/lib/pets/facts";
import { categoryName } from "@/lib/pets/kinds";
import { photoAlt } from "@/lib/pets/photos/files";
import type { Photo } from "@/lib/pets/photos/schema";
import { companionWords, factRows } from "@/lib/pets/profile/words";
import { hoursText } from "@/lib/shelter/hours";
import type { Shelter } from "@/lib/shelter/schema";
import { addressLines } from "@/lib/shelter/words";
import { paragraphsOf } from "@/lib/values/words";
import { cx } from "../../../ui/style";
import { CategoryPicture } from "../../pet-display";

type Props = { pet: PetPageData; url: string; shelter: Shelter };

/** The printed page of an animal: one sheet of A4, with a code that leads to the page. */
export function KennelCard({ pet, url, shelter }: Props) {
  const { profile, categoryId } = pet;
  const [cover] = profile.photos;
  const [story] = paragraphsOf(profile.story ?? "");
  const { telephone, email, openingHours } = shelter;
  // Short lines come first, so that a long address cannot push them off the card.
  const contact = [telephone, email, ...addressLines(shelter)].filter((line) => line !== null);
  return (
    <article
      aria-label="Kennel card"
      className="kennel-card hidden grid-rows-[minmax(0,140mm)_max-content_max-content_minmax(max-content,1fr)_max-content] gap-[6mm] overflow-hidden text-[15pt] print:grid"
    >
      {cover ? (
        <Cover photo={cover} name={pet.name} />
      ) : (
        <CategoryPicture className="size-full min-h-0 rounded-card p-6" categoryId={categoryId} petId={pet.id} />
      )}
      <div className="grid gap-[2mm]">
        <h2 className="-mb-[0.15em] line-clamp-2 pb-[0.15em] text-[46pt] leading-[1.1] wrap-anywhere">
          <bdi>{pet.name}</bdi>
        </h2>
        {pet.status === "pending" && (
          <p className="font-semibold">
            {pet.isAskedFor ? "Pending: somebody has asked to adopt me." : "On hold: nobody can apply for me just now."}
          </p>
        )}
      </div>
      <p className="line-clamp-3 text-[14pt] text-pretty wrap-anywhere" dir="auto">
        {story}
      </p>
      <dl className="grid grid-cols-[5fr_6fr] content-start gap-x-[8mm] gap-y-[2mm] text-[13pt]">
        {[
          ["Kind", categoryName(categoryId)] as const,
          ...factRows(pet),
          ["Good with", companionWords(profile.goodWith, true)] as const,
          ["Not with", companionWords(profile.goodWith, false)] as const,
          ["Bonded with", pet.bonded.map(({ name }) => name).join(", ")] as const,
          ...shortNotes(shelter, pet),
        ]
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div
              key={name}
              className="grid grid-cols-[minmax(28mm,max-content)_minmax(0,1fr)] gap-x-[2mm] border-b border-line pb-[1.5mm]"
            >
              <dt className="whitespace-nowrap">{name}</dt>
              <dd className="font-semibold wrap-anywhere first-letter:uppercase">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      <div className="grid grid-cols-[42mm_minmax(0,1fr)] items-start gap-x-[7mm]">
        <div
          role="img"
          aria-label={`QR code for ${url}`}
          className="[shape-rendering:crispEdges]"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of squares, without any text.
          dangerouslySetInnerHTML={{ __html: renderSVG(url, { border: 0, pixelSize: 1 }) }}
        />
        <div className="grid gap-[1mm]">
          <p>More about me, and how to ask for me:</p>
          <p className="text-[11pt] wrap-anywhere">{url}</p>
          <p className="mt-[2mm] line-clamp-2 font-display text-[20pt] font-semibold">
            <bdi>{shelter.name}</bdi>
          </p>
          <div className="flex gap-[8mm] text-[11pt] *:line-clamp-9 *:wrap-anywhere">
            <p className={lines}>{contact.join("\n")}</p>
            {openingHours && <p className={lines}>{hoursText(openingHours)}</p>}
          </div>
        </div>
      </div>
    </article>
  );
}

/** Each line has its own direction. */
const lines = "whitespace-pre-line [unicode-bidi:plaintext]";

/** A note of at most this many characters is printed among the facts. */
const SHORT_NOTE = 30;

/** An animal's own fee takes the place of the one for its kind. */
function shortNotes({ adoptionNotes, currency }: Shelter, { categoryId, profile: { adoptionFee } }: PetPageData) {
  const own =
    adoptionFee === null ? [] : [{ label: FACTS.adoptionFee.label, text: amountWords(adoptionFee, currency) }];
  const notes = notesForKind(adoptionNotes ?? "", categoryId).filter((note) => own.length === 0 || !isFee(note));
  return [...own, ...notes]
    .filter(({ label, text }) => label !== "" && label.length + text.length <= SHORT_NOTE)
    .slice(0, 2)
    .map(({ label, text }) => [label, text] as const);
}

/** The shapes of photos that are as wide as the sheet. Of any other, an ear or a chin would be cut off. */
const [NARROWEST, WIDEST] = [1.25, 2];

/** Loaded only for printing: the print button waits for it, and so do browsers. */
function Cover({ photo, name }: { photo: Photo; name: string }) {
  const ratio = photo.width / photo.height;
  const fills = ratio >= NARROWEST && ratio <= WIDEST;
  return (
    <div className="relative min-h-0 [container-type:size]">
      <img
        width={photo.width}
        height={photo.height}
        loading="lazy"
        src={photo.urls[1280]}
        alt={photoAlt(photo, name, 0, 1)}
        className={cx(
          "absolute inset-y-0 start-0 h-full max-w-full rounded-card object-cover object-[50%_35%]",
          fills ? "w-full [@container(aspect-ratio>18/10)]:w-auto" : "w-auto",
        )}
      />
    </div>
  );
}
