import { MAX_FEE_LENGTH_IN_LINE } from "@/lib/pets/adopters/animal/kind-notes";
import type { PetPageData } from "@/lib/pets/adopters/animal/pet-store";
import { statusText } from "@/lib/pets/adopters/animal/pet-words";
import { categoryName } from "@/lib/pets/kinds/categories";
import { factList, factRows, waitWords } from "@/lib/pets/profile/words";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { dateWords } from "@/lib/values/time-words";
import { VISIT } from "../../../shelter/shelter-details";
import { Paragraphs } from "../../../ui/display/paragraphs";
import { cx } from "../../../ui/style/cx";
import { rowLink } from "../../../ui/style/links";
import { panel } from "../../../ui/style/panel";
import { CategoryPicture } from "../../category-picture";
import { PetStatusBadge } from "../../pet-status-badge";
import { FactsLine } from "../facts-line";
import { FavouriteButton } from "../favourite-button";
import { GoodWith } from "../good-with";
import { Gallery } from "./gallery";
import { Actions, type ActionsProps, SmallActions } from "./pet-actions";

/**
 * The document is in the order of a phone, so nothing that is already shown moves while the rest arrives. On a large
 * screen, each part floats to one of two columns. Unlike the rows of a grid, these are independent of each other, and
 * the place of a part depends only on those before it.
 */
const parts = "grid grid-cols-[minmax(0,1fr)] items-start gap-y-4 sm:gap-y-6 lg:flow-root print:hidden";
const firstColumn = "lg:float-start lg:w-[calc((100%-2.5rem)*7/12)]";
const secondColumn = "lg:float-end lg:clear-end lg:w-[calc((100%-2.5rem)*5/12)]";
const summary = "max-lg:contents lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-5 lg:p-7";
/** Where the window is high enough, the summary stays in view beside the story. */
const staying = "lg:[@media(height>=46rem)]:sticky lg:top-4";

/** The page of an animal: photos, facts, story, and what a visitor can do. */
export function PetPage(actions: ActionsProps) {
  const { pet, url } = actions;
  const { profile } = pet;
  return (
    <article className={parts}>
      <div className={cx("relative grid grid-cols-[minmax(0,1fr)]", firstColumn)}>
        <Pictures pet={pet} />
        <FavouriteButton petId={pet.id} name={pet.name} className="absolute -end-2 top-1 sm:end-1 lg:hidden" />
      </div>
      <div data-part="summary" className={cx(panel, secondColumn, summary, isSummarySticky(pet) && staying)}>
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

/** The photos, or a drawing of the kind. */
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

/** Names longer than this are set in smaller letters. */
const LONG_NAME = 40;

function Head({ pet, fee }: Pick<ActionsProps, "pet" | "fee">) {
  const status = pet.status ?? DEFAULT_STATUS;
  const waited = waitWords(pet.waitsSince);
  // Sex and size stay together. On a phone the fee is here, because the actions are below the story.
  const facts = factList(pet);
  const groups = [[categoryName(pet.categoryId), ...facts.slice(0, -2)], facts.slice(-2)];
  if (fee && fee.length <= MAX_FEE_LENGTH_IN_LINE && status === DEFAULT_STATUS) groups.push([`Fee ${fee}`]);
  return (
    <header className="grid gap-1.5 sm:gap-2.5">
      <h1 className={cx("line-clamp-3 pb-1 wrap-anywhere hyphens-auto", isLong(pet) && "text-xl")}>
        <bdi>{pet.name}</bdi>
      </h1>
      <FactsLine className="max-sm:text-sm lg:hidden" groups={groups} />
      {status !== DEFAULT_STATUS && (
        <>
          <p>
            <PetStatusBadge status={status} />
          </p>
          <p className="text-pretty sm:text-lg">{statusText(pet)}</p>
        </>
      )}
      {status !== "sold" && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{waited === null ? "New here" : `Waiting for ${waited}`}</span>{" "}
          <span className="text-sm text-soft">
            since <time dateTime={pet.waitsSince.toISOString()}>{dateWords(pet.waitsSince)}</time>
          </span>
        </p>
      )}
    </header>
  );
}

/** Whether the summary stays in view: it has the button of an available animal, and a short name keeps it low. */
const isSummarySticky = (pet: PetPageData) => (pet.status ?? DEFAULT_STATUS) === DEFAULT_STATUS && !isLong(pet);

const isLong = ({ name }: { name: string }) => name.length > LONG_NAME;

/** The facts of the animal. Below the breakpoint lg, a line under its name shows them instead. */
function Facts({ pet }: { pet: PetPageData }) {
  const facts = [["Kind", categoryName(pet.categoryId)] as const, ...factRows(pet)];
  return (
    <dl className={cx("grid", !isLong(pet) && "max-lg:hidden")}>
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2 max-lg:hidden">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 text-end font-medium wrap-anywhere first-letter:uppercase">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {isLong(pet) && (
        // Repeated here, because the heading may be cut off.
        <div className="py-2 lg:border-b lg:border-line">
          <dt className="text-soft">Full name</dt>
          <dd className="wrap-anywhere hyphens-auto">
            <bdi>{pet.name}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The story of the animal. */
function Story({ name, story }: { name: string; story: string }) {
  return (
    <section className="grid gap-3" aria-labelledby="story">
      <h2 id="story" className="line-clamp-2 wrap-anywhere">
        About <bdi>{name}</bdi>
      </h2>
      <div className="grid max-w-prose gap-4 text-lg leading-relaxed">
        <Paragraphs text={story} />
      </div>
    </section>
  );
}
