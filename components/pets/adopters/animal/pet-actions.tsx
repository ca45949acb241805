import type { PetPageData } from "@/lib/pets/adopters/animal/pet-store";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { isolate } from "@/lib/values/bidi";
import { nameInSentence } from "@/lib/values/excerpt";
import { MainAction } from "../../../applications/main-action";
import { WriteAbout } from "../../../applications/write-about";
import { ButtonLink } from "../../../ui/buttons/button";
import { PrintButton } from "../../../ui/buttons/print-button";
import { ShareButton } from "../../../ui/buttons/share-button";
import { cx } from "../../../ui/style/cx";
import { FavouriteButton } from "../favourite-button";

export type ActionsProps = {
  pet: PetPageData;
  /** The URL of its page. */
  url: string;
  /** The e-mail address of the shelter. */
  email: string | null;
  /** The adoption fee, in a few words. */
  fee: string | undefined;
  /** The list of available animals that are like this one. */
  similar: { href: string; words: string };
};

/**
 * What a visitor can do: apply for an available animal, or else see those that are still waiting. On a phone, the
 * application stays in view.
 */
export function Actions({ pet, url, email, fee, similar }: ActionsProps) {
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
          <MainAction petId={pet.id} className={mainAction} hint={ASK_HINT}>
            <AskLink pet={pet} />
          </MainAction>
        </div>
      ) : (
        <MainAction petId={pet.id}>
          <ButtonLink href={similar.href}>{similar.words}</ButtonLink>
        </MainAction>
      )}
      {pet.status === "pending" && <WhilePending pet={pet} email={email} />}
      <SmallActions pet={pet} url={url} className="max-lg:hidden" />
    </div>
  );
}

/** How to hear what becomes of an animal that somebody else may adopt. */
function WhilePending({ pet, email }: Pick<ActionsProps, "pet" | "email">) {
  return (
    <>
      <FavouriteButton words="Save as favourite" petId={pet.id} name={pet.name} />
      <p className="-mt-1 mb-1 text-center text-sm text-pretty text-soft wrap-anywhere noscript:hidden">
        Your favourites then show what becomes of {isolate(nameInSentence(pet.name))}
      </p>
      {email && <WriteAbout pet={pet} email={email} />}
    </>
  );
}

/** Further actions. On a phone they are below the story, and the heart is on the photo. */
export function SmallActions({ pet, url, className }: Pick<ActionsProps, "pet" | "url"> & { className: string }) {
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

/** The classes of the main action, which takes the full width. */
const ASK_HINT = "It takes a few minutes and commits you to nothing";

/** Whether somebody can apply for the animal. */
const isAvailable = ({ status = DEFAULT_STATUS }: PetPageData) => status === DEFAULT_STATUS;
const mainAction = "min-h-12 text-lg max-[30rem]:px-2 max-[30rem]:text-base";

/** A label of one line in a narrow window. The name wraps to a second, hidden line unless it fits beside the rest. */
const oneLine = cx(
  "max-[30rem]:flex max-[30rem]:h-[1lh] max-[30rem]:flex-wrap max-[30rem]:justify-center max-[30rem]:overflow-hidden",
  "max-[30rem]:leading-normal max-[30rem]:*:whitespace-pre",
);

/** The link to the form. */
function AskLink({ pet }: { pet: PetPageData }) {
  return (
    <ButtonLink className={mainAction} href={`/animals/${pet.id}/apply`}>
      <span className={cx("min-w-0 leading-tight text-balance wrap-anywhere min-[30rem]:line-clamp-2", oneLine)}>
        <span>Adopt or ask</span>
        <span>
          {" about "}
          <bdi>{pet.name}</bdi>
        </span>
      </span>
    </ButtonLink>
  );
}

/**
 * The link to the application form for an available animal, always in view on a phone. It comes at the end of the page.
 */
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
