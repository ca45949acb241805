import { Fragment } from "react";
import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { statusText } from "@/lib/pets/adopters/pet-words";
import { categoryName } from "@/lib/pets/kinds";
import { factLine, factRows, waitWords } from "@/lib/pets/profile/words";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { dateWords } from "@/lib/values/time-words";
import { isolate } from "@/lib/values/words";
import { MainAction } from "../../../applications/own-application";
import { WriteAbout } from "../../../applications/pet-portrait";
import { VISIT } from "../../../shelter/shelter-details";
import { ButtonLink } from "../../../ui/button";
import { Link } from "../../../ui/link";
import { PrintButton, ShareButton } from "../../../ui/page-buttons";
import { panel } from "../../../ui/panel";
import { cx, rowLink } from "../../../ui/style";
import { Paragraphs } from "../../../ui/text";
import { CategoryPicture, PetStatusBadge } from "../../pet-display";
import { FavouriteButton } from "../favourite-button";
import { GoodWith } from "../good-with";
import { Gallery } from "./gallery";

type ActionsProps = {
  pet: PetPageData;
  url: string;
  email: string | null;
  fee: string | undefined;
  similar: { href: string; words: string };
};

/** On a phone, the application stays in view. */
function Actions({ pet, url, email, fee, similar }: ActionsProps) {
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-2.5", isAvailable(pet) && "max-lg:hidden")}>
      {isAvailable(pet) ? (
        <div className="mb-1 grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {fee && (
            <p data-part="fee" className="mb-1.5 flex justify-between gap-4">
              <span className="text-soft">Adoption fee</span>
              <bdi className="text-end font-medium">{fee}</bdi>
            </p>
          )}
          <MainAction petId={pet.id} className={mainAction}>
            <AskLink pet={pet} />
          </MainAction>
        </div>
      ) : (
        <MainAction petId={pet.id}>
          <ButtonLink href={similar.href}>{similar.words}</ButtonLink>
        </MainAction>
      )}
      {pet.status === "pending" && (
        <>
          <FavouriteButton words="Save as favourite" petId={pet.id} name={pet.name} />
          {email && <WriteAbout pet={pet} email={email} />}
        </>
      )}
      <SmallActions pet={pet} url={url} className="max-lg:hidden" />
    </div>
  );
}

function SmallActions({ pet, url, className }: Pick<ActionsProps, "pet" | "url"> & { className: string }) {
  return (
    <div className={cx(row, className, pet.status === "pending" && "*:grow")}>
      {pet.status !== "pending" && (
        <FavouriteButton words="Favourite" petId={pet.id} name={pet.name} className="grow max-lg:hidden" />
      )}
      <ShareButton title={isolate(pet.name)} url={url} />
      {pet.status !== "sold" && <PrintButton label="Print" />}
    </div>
  );
}

/** The buttons below the main action. In a narrow column, only the heart has an icon, so that they fit in one row. */
const row = cx(
  "flex flex-wrap gap-2 *:gap-1.5 *:px-3 sm:gap-2.5 sm:max-lg:*:px-4",
  "lg:max-xl:gap-1.5 lg:max-xl:*:px-2 lg:max-xl:[&>:not(:first-child)_svg]:hidden",
);

const isAvailable = ({ status = DEFAULT_STATUS }: PetPageData) => status === DEFAULT_STATUS;
const mainAction = "min-h-12 text-lg max-[30rem]:px-2 max-[30rem]:text-base";

function AskLink({ pet }: { pet: PetPageData }) {
  return (
    <ButtonLink className={mainAction} href={`/animals/${pet.id}/apply`}>
      <span className="line-clamp-2 min-w-0 text-balance wrap-anywhere max-[30rem]:line-clamp-1">
        Adopt or ask about <bdi>{pet.name}</bdi>
      </span>
    </ButtonLink>
  );
}

/** Always in view on a phone. It comes at the end of the page. */
export function AskBar({ pet }: { pet: PetPageData }) {
  if (!isAvailable(pet)) return null;
  return (
    <div
      data-part="ask-bar"
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-gutter -mb-12 grid grid-cols-[minmax(0,1fr)] border-t border-line bg-panel px-gutter py-1.5 shadow-raised lg:hidden print:hidden"
    >
      <MainAction petId={pet.id} className={mainAction}>
        <AskLink pet={pet} />
      </MainAction>
    </div>
  );
}

/**
 * The order of a phone, so nothing moves while the rest arrives. On a large screen, parts float to two columns, whose
 * places, unlike a grid's rows, are independent.
 */
const parts = "grid grid-cols-[minmax(0,1fr)] items-start gap-y-4 sm:gap-y-6 lg:flow-root print:hidden";
const firstColumn = "lg:float-start lg:w-[calc((100%-2.5rem)*7/12)]";
const secondColumn = "lg:float-end lg:clear-end lg:w-[calc((100%-2.5rem)*5/12)]";
const summary = "max-lg:contents lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-5 lg:p-7";
/** Where the window is high enough, the summary stays in view beside the story. */
const staying = "lg:[@media(height>=46rem)]:sticky lg:top-4";

export function PetPage(actions: ActionsProps) {
  const { pet, url } = actions;
  const { profile } = pet;
  return (
    <article className={parts}>
      <div className={cx("relative grid grid-cols-[minmax(0,1fr)]", firstColumn)}>
        <Pictures pet={pet} />
        <FavouriteButton petId={pet.id} name={pet.name} className="absolute -end-2 top-1 sm:end-1 lg:hidden" />
      </div>
      <div className={cx(panel, secondColumn, summary, isSummarySticky(pet) && staying)}>
        <div className={cx(panel, "grid grid-cols-[minmax(0,1fr)] gap-4 max-sm:px-4 max-sm:py-3.5 lg:contents")}>
          <Head pet={pet} fee={actions.fee} />
          <Facts pet={pet} />
          {pet.status !== "sold" && <GoodWith goodWith={profile.goodWith} />}
        </div>
        <Actions {...actions} />
      </div>
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-y-4 sm:gap-y-6 lg:clear-start lg:mt-6", firstColumn)}>
        {profile.story && <Story name={pet.name} story={profile.story} />}
        <SmallActions pet={pet} url={url} className="lg:hidden" />
        {/* Not a link of Next.js, which would scroll to the top of the page. */}
        <a className={rowLink} href={`/#${VISIT}`}>
          Visit us: address and opening hours
        </a>
      </div>
    </article>
  );
}

function Pictures({ pet: { id, name, categoryId, status, profile } }: { pet: PetPageData }) {
  if (profile.photos.length > 0) return <Gallery photos={profile.photos} name={name} />;
  return (
    <div className="relative -mx-gutter grid grid-cols-[minmax(0,1fr)] sm:mx-0">
      <CategoryPicture
        className="aspect-[4/3] w-full p-6 sm:rounded-card sm:max-lg:aspect-[2/1]"
        categoryId={categoryId}
        petId={id}
      />
      <p className="absolute right-3 bottom-3 rounded-pill bg-panel px-2.5 py-0.5 text-sm shadow-card">
        {status === "sold" ? "No photo" : "No photo yet"}
      </p>
    </div>
  );
}

const LONG_NAME = 40;

function Head({ pet, fee }: Pick<ActionsProps, "pet" | "fee">) {
  const status = pet.status ?? DEFAULT_STATUS;
  const waited = waitWords(pet.arrivedAt);
  const facts = [categoryName(pet.categoryId), ...factLine(pet)];
  // On a phone the fee is here, because the actions are below the story.
  if (fee && status === DEFAULT_STATUS) facts.push(`Fee ${fee}`);
  return (
    <header className="grid gap-1.5 sm:gap-2.5">
      <h1 className={cx("line-clamp-4 pb-1 wrap-anywhere hyphens-auto", isLong(pet) && "text-xl")}>
        <bdi>{pet.name}</bdi>
      </h1>
      <p className="wrap-anywhere max-sm:text-sm lg:hidden">{facts.join(" · ")}</p>
      {status !== DEFAULT_STATUS && (
        <>
          <p>
            <PetStatusBadge status={status} />
          </p>
          <p className="text-pretty sm:text-lg">{statusText(pet)}</p>
        </>
      )}
      {pet.bonded.length > 0 && (
        <p className="wrap-anywhere">
          Bonded with{" "}
          {pet.bonded.map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ", "}
              <Link className="font-semibold underline underline-offset-2" href={`/animals/${id}`}>
                <bdi>{name}</bdi>
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      {status !== "sold" && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{waited === null ? "New here" : `Waiting for ${waited}`}</span>{" "}
          <span className="text-sm text-soft">
            since <time dateTime={pet.arrivedAt.toISOString()}>{dateWords(pet.arrivedAt)}</time>
          </span>
        </p>
      )}
    </header>
  );
}

/** Whether the summary stays in view: it has the button of an available animal, and a short name keeps it low. */
const isSummarySticky = (pet: PetPageData) => (pet.status ?? DEFAULT_STATUS) === DEFAULT_STATUS && !isLong(pet);

const isLong = ({ name }: { name: string }) => name.length > LONG_NAME;

function Facts({ pet }: { pet: PetPageData }) {
  const facts = [["Kind", categoryName(pet.categoryId)] as const, ...factRows(pet)];
  return (
    <dl className="grid max-lg:hidden">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 text-end font-medium wrap-anywhere first-letter:uppercase">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Story({ name, story }: { name: string; story: string }) {
  return (
    <section className="grid gap-3" aria-labelledby="story">
      <h2 id="story" className="line-clamp-2 wrap-anywhere">
        About <bdi>{name}</bdi>
      </h2>
      <div className="grid max-w-prose gap-4 text-lg">
        <Paragraphs text={story} />
      </div>
    </section>
  );
}
