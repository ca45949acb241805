import { isolate } from "@/lib/bidi";
import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { statusText } from "@/lib/pets/adopters/pet-words";
import { categoryName } from "@/lib/pets/categories";
import { COMPANION_LABELS, COMPANIONS } from "@/lib/pets/profile/choices";
import { factsOf, paragraphsOf, waitWords } from "@/lib/pets/profile/words";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { dateWords } from "@/lib/time-words";
import { ButtonLink } from "../../ui/button";
import { cx } from "../../ui/cx";
import { panel } from "../../ui/panel";
import { PrintButton } from "../../ui/print-button";
import { ShareButton } from "../../ui/share-button";
import { CategoryPicture } from "../category-picture";
import { PetStatusBadge } from "../pet-status";
import { FavouriteButton } from "./favourite-button";
import { Gallery } from "./gallery";

type Props = { pet: PetPageData; url: string };

const columns = cx(
  "grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]",
  "lg:grid-rows-[auto_1fr] print:hidden",
);

/** The page of an animal: photos, what is known, its story, and what a visitor can do. */
export function PetPage({ pet, url }: Props) {
  const { profile } = pet;
  return (
    <article className={columns}>
      {profile.photos.length > 0 ? (
        <Gallery photos={profile.photos} name={pet.name} />
      ) : (
        <CategoryPicture
          className="aspect-[4/3] w-full rounded-card p-6 sm:max-lg:aspect-[2/1]"
          categoryId={pet.categoryId}
          petId={pet.id}
        />
      )}
      <div className={cx(panel, "grid gap-5 lg:sticky lg:top-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:p-7")}>
        <Head pet={pet} />
        <Facts pet={pet} />
        <Actions pet={pet} url={url} />
      </div>
      {profile.story && <Story name={pet.name} story={profile.story} />}
    </article>
  );
}

function Head({ pet }: { pet: PetPageData }) {
  const status = pet.status ?? DEFAULT_STATUS;
  const waited = waitWords(pet.waitsSince);
  return (
    <header className="grid gap-2">
      <h1 className="-mb-1 line-clamp-3 pb-1 wrap-anywhere">
        <bdi>{pet.name}</bdi>
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PetStatusBadge status={status} />
        {status !== "sold" && (
          <span className="text-soft">
            Waiting {waited === null ? "since today," : `for ${waited}, since`}{" "}
            <time dateTime={pet.waitsSince.toISOString()}>{dateWords(pet.waitsSince)}</time>
          </span>
        )}
      </p>
      {status !== DEFAULT_STATUS && <p className="text-lg">{statusText(pet)}</p>}
    </header>
  );
}

/** What is known, and whom the animal is good with. */
function Facts({ pet: { categoryId, profile } }: { pet: PetPageData }) {
  const facts = [["Kind", categoryName(categoryId)] as const, ...factsOf(profile)];
  return (
    <>
      <dl className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
            <dt className="text-soft">{name}</dt>
            <dd className="text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="grid gap-2" aria-labelledby="good-with">
        <h2 id="good-with" className="font-sans text-base tracking-normal">
          Good with
        </h2>
        <dl className="grid grid-cols-3 gap-2">
          {COMPANIONS.map((companion) => (
            <Companion key={companion} name={COMPANION_LABELS[companion]} good={profile.goodWith[companion]} />
          ))}
        </dl>
      </section>
    </>
  );
}

const COMPANION_LOOKS = {
  yes: { words: "Yes", look: "bg-green-back text-green", path: "m5 12.5 4.5 4.5L19 7.5" },
  no: { words: "No", look: "bg-amber-back text-amber", path: "m7 7 10 10M17 7 7 17" },
  unknown: {
    words: "Not known yet",
    look: "bg-hover text-soft",
    path: "M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3v.01",
  },
} as const;

function Companion({ name, good }: { name: string; good: boolean | null }) {
  const { words, look, path } = COMPANION_LOOKS[good === null ? "unknown" : good ? "yes" : "no"];
  return (
    <div
      className={cx("grid content-start justify-items-center gap-0.5 rounded-control px-1 py-2.5 text-center", look)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-6 fill-none stroke-current stroke-[2.25] [stroke-linecap:round] [stroke-linejoin:round]"
      >
        <path d={path} />
      </svg>
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="text-sm leading-tight">{words}</dd>
    </div>
  );
}

/** What one can do: ask about an available animal, else see those who still wait. On a phone, asking stays in sight. */
function Actions({ pet, url }: Props) {
  const isAvailable = (pet.status ?? DEFAULT_STATUS) === DEFAULT_STATUS;
  return (
    <div className="grid gap-2.5">
      {isAvailable ? (
        <AskLink pet={pet} className="max-lg:hidden" />
      ) : (
        <ButtonLink href="/">See available animals</ButtonLink>
      )}
      <div className="grid grid-cols-2 gap-2.5 *:px-2">
        <FavouriteButton words petId={pet.id} name={pet.name} />
        <ShareButton title={isolate(pet.name)} url={url} />
      </div>
      <PrintButton label="Print kennel card" />
    </div>
  );
}

function AskLink({ pet, className }: { pet: PetPageData; className: string }) {
  return (
    <ButtonLink className={cx("min-h-12 text-lg", className)} href={`/animals/${pet.id}/apply`}>
      <span className="line-clamp-1 wrap-anywhere">
        Ask about <bdi>{pet.name}</bdi>
      </span>
    </ButtonLink>
  );
}

/** Asking about an available animal, always in sight on a phone. It stands at the end of the page. */
export function AskBar({ pet }: { pet: PetPageData }) {
  if ((pet.status ?? DEFAULT_STATUS) !== DEFAULT_STATUS) return null;
  return (
    <div
      data-part="ask-bar"
      className="sticky bottom-0 z-20 -mx-gutter -mb-12 flex gap-2.5 border-t border-line bg-panel px-gutter py-2.5 shadow-raised lg:hidden print:hidden"
    >
      <AskLink pet={pet} className="grow" />
    </div>
  );
}

/** A story as it was written. Each paragraph takes its own direction. */
function Story({ name, story }: { name: string; story: string }) {
  return (
    <section className="grid gap-3" aria-labelledby="story">
      <h2 id="story" className="line-clamp-2 wrap-anywhere">
        About <bdi>{name}</bdi>
      </h2>
      <div className="grid max-w-prose gap-4 text-lg leading-relaxed">
        {paragraphsOf(story).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place.
          <p key={index} dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        ))}
      </div>
    </section>
  );
}
