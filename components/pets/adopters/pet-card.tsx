import type { ReactNode } from "react";
import type { CardPet } from "@/lib/pets/adopters/card";
import { categoryPlural } from "@/lib/pets/kinds";
import { DEFAULT_STATUS, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { capitalized } from "@/lib/values/words";
import { Link } from "../../ui/link";
import { cardGrid } from "../../ui/loading";
import { cx } from "../../ui/style";
import { CategoryPicture, PetPhoto } from "../pet-display";
import { FavouriteButton } from "./favourite-button";

type Props = {
  pet: CardPet;
  children?: ReactNode;
  expected?: PetStatus;
  newSince: bigint | null;
  isFirst?: boolean;
};

/** Slightly understated on a phone, so that 320 pixels are enough for most. */
const SIZES = "(width >= 60rem) 17rem, (width >= 44rem) 30vw, 43vw";

/**
 * The whole card can be clicked, but the text of the link is only the name. Its styles are in animals.css: as classes of
 * two dozen cards, they were a quarter of the first page.
 */
export function PetCard({ pet, children, expected = DEFAULT_STATUS, newSince, isFirst }: Props) {
  const { id, name, categoryId, status = DEFAULT_STATUS, summary, companions, photo, textExcerpt } = pet;
  const isNew = newSince !== null && id >= newSince && status === DEFAULT_STATUS;
  return (
    <li data-part="card">
      <div>
        {photo ? (
          <PetPhoto photo={photo} sizes={SIZES} {...(isFirst && { isFirst })} />
        ) : (
          <CategoryPicture categoryId={categoryId} petId={id} />
        )}
      </div>
      <div>
        <h3>
          <Link href={`/animals/${id}`}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p>
          {summary?.split("\n").map((line) => (
            <span key={line}>{`${line}\n`}</span>
          ))}
        </p>
        <p data-part="companions">
          {companions?.map(([known, lead, companion]) => (
            <span key={companion} data-companion={known}>
              <span className="sr-only">{lead}</span>
              {companion}
            </span>
          ))}
        </p>
        {textExcerpt && (
          <p>
            <bdi>
              {textExcerpt[0]}
              <mark>{textExcerpt[1]}</mark>
              {textExcerpt[2]}
            </bdi>
          </p>
        )}
        {children}
      </div>
      {status !== expected ? <strong>{STATUS_LABELS[status]}</strong> : isNew && <strong data-part="new">New</strong>}
      <FavouriteButton petId={id} name={name} />
    </li>
  );
}

/** In three columns, every row is full. */
const FULL_ROWS = { 4: "md:max-lg:[&>:nth-child(n+4)]:hidden", 8: "md:max-lg:[&>:nth-child(n+7)]:hidden" };
type OtherPetsProps = {
  pets: readonly CardPet[];
  shown: readonly Pick<CardPet, "categoryId">[];
  heading?: string | undefined;
  newSince: bigint | null;
  /** The columns, if something else is beside them on a large screen. */
  columns?: string;
  className?: string;
};

export function OtherPets({ pets, shown, heading, newSince, columns, className }: OtherPetsProps) {
  if (pets.length === 0) return null;
  return (
    <section
      data-part="nearest"
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-4", className)}
      aria-labelledby="nearest-heading"
    >
      <h2 id="nearest-heading">{heading ?? headingOf(pets, shown)}</h2>
      <ul className={columns ?? cx(cardGrid, FULL_ROWS[pets.length > 4 ? 8 : 4])}>
        {pets.map((pet) => (
          <PetCard key={pet.id.toString()} pet={pet} newSince={newSince} />
        ))}
      </ul>
    </section>
  );
}

/** "Other dogs waiting for a home" if dogs are shown too, and "Dogs …" if none are; "Others …" for several kinds. */
function headingOf([first, ...others]: readonly CardPet[], shown: OtherPetsProps["shown"]): string {
  const isAlike = (pet: Pick<CardPet, "categoryId">) => pet.categoryId === first?.categoryId;
  if (!first || !others.every(isAlike)) return `${shown.length > 0 ? "Others" : "Animals"} waiting for a home`;
  const kind = categoryPlural(first.categoryId);
  return `${shown.some(isAlike) ? `Other ${kind}` : capitalized(kind)} waiting for a home`;
}

/** Up to this many favourites have as many suggestions below them. */
export const SUGGESTED = 4;
