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
  offersUndo?: boolean;
  isFirst?: boolean;
};

/** Slightly understated on a phone, so that 320 pixels are enough for most. */
const SIZES = "(width >= 60rem) 17rem, (width >= 44rem) 30vw, 43vw";

const factLines = "w-full text-sm max-sm:text-[0.875rem] text-soft";

/** The whole card can be clicked, but the text of the link is only the name. */
export function PetCard({ pet, children, expected = DEFAULT_STATUS, newSince, isFirst, offersUndo }: Props) {
  const { id, name, categoryId, status = DEFAULT_STATUS, summary, companions, photo, textExcerpt } = pet;
  const picture = "aspect-[4/3] w-full transition duration-300 motion-safe:group-hover:scale-[1.03]";
  return (
    <li
      data-part="card"
      className={cx(
        "group relative grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] overflow-hidden rounded-card border border-line bg-panel shadow-card transition",
        "hover:border-control-line hover:shadow-raised active:bg-pressed motion-safe:hover:-translate-y-0.5",
        "motion-safe:active:translate-y-0 motion-safe:active:scale-[0.99]",
        "has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent",
      )}
    >
      <div className="overflow-hidden">
        {photo ? (
          <PetPhoto
            photo={photo}
            sizes={SIZES}
            {...(isFirst && { isFirst })}
            className={cx(picture, "bg-hover object-cover object-[50%_35%]")}
          />
        ) : (
          <CategoryPicture className={cx(picture, "px-2 pt-5 pb-1")} categoryId={categoryId} petId={id} />
        )}
      </div>
      <div className="flex flex-col items-start gap-1 px-2.5 pt-2.5 pb-3 sm:px-4 sm:pb-4">
        <h3 className="line-clamp-2 max-w-full wrap-anywhere">
          <Link className="no-underline outline-none after:absolute after:inset-0" href={`/animals/${id}`}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p className={factLines}>
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
          <p className={cx(factLines, "wrap-anywhere")}>
            <bdi>
              {textExcerpt[0]}
              <mark>{textExcerpt[1]}</mark>
              {textExcerpt[2]}
            </bdi>
          </p>
        )}
        {children}
      </div>
      {/* On the photo, so that it takes no line of text. */}
      <div className="pointer-events-none absolute start-2 top-2 grid *:shadow-card">
        {status !== expected ? (
          // Solid, so that it stands out from any photo, in both themes.
          <strong className="rounded-pill bg-ink px-2.5 py-px text-sm text-panel">{STATUS_LABELS[status]}</strong>
        ) : (
          newSince !== null &&
          id >= newSince &&
          status === DEFAULT_STATUS && (
            <strong className="rounded-pill bg-accent px-2.5 py-px text-sm text-accent-ink">New</strong>
          )
        )}
      </div>
      <FavouriteButton petId={id} name={name} className="absolute end-1 top-1" {...(offersUndo && { offersUndo })} />
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
      <ul
        data-few={pets.length < 3 ? pets.length : null}
        className={columns ?? cx(cardGrid, FULL_ROWS[pets.length > 4 ? 8 : 4])}
      >
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
