import { animalCountWords, countOf } from "@/lib/pets/adopters/list-words";
import type { PetCounts } from "@/lib/pets/list/schema";
import { cx } from "../../../ui/style";
import { CategoryPicture } from "../../pet-display";

/** The id determines the coat. Each drawing is moved down by the empty space below its chin. */
const DRAWN = [
  { categoryId: 3n, petId: 35n, place: "size-32 translate-y-[11%] max-xl:hidden tall:size-36" },
  { categoryId: 1n, petId: 70n, place: "size-40 translate-y-[14%] lg:size-44 tall:size-48" },
  { categoryId: 2n, petId: 42n, place: "size-36 translate-y-[14%] max-lg:hidden tall:size-40" },
];

/**
 * What is said of the animals of a status, and which lists say so: those of any other status name the available ones.
 * A title that is not shown keeps its place, so that all lists have a heading of the same height.
 */
const SAID = [
  {
    status: "available",
    title: "Find a friend",
    titled: "group-data-[status=pending]:invisible group-data-[status=sold]:invisible",
    one: "needs a home",
    many: "need a home",
    shown: "group-data-[status=pending]:hidden group-data-[status=sold]:hidden",
  },
  {
    status: "pending",
    title: "Almost adopted",
    titled: "invisible group-data-[status=pending]:visible",
    one: "may soon have a home",
    many: "may soon have a home",
    shown: "hidden group-data-[status=pending]:block",
  },
  {
    status: "sold",
    title: "Happy endings",
    titled: "invisible group-data-[status=sold]:visible",
    one: "has found a home",
    many: "have found a home",
    shown: "hidden group-data-[status=sold]:block",
  },
] as const;

/**
 * Greets visitors, and says whose page this is and how many animals are waiting. The list of another status says how
 * many it has; all of this is in the page, because the greeting stays while lists change.
 */
export function Welcome({ shelter, counts }: { shelter: string; counts: PetCounts | null }) {
  return (
    <div className="grid gap-1 sm:gap-2 lg:gap-1">
      {/* The widest title may need another line, so all end just above the text. Below lg, it goes over the drawing. */}
      <h1 className="grid grid-cols-[minmax(0,1fr)] items-end wrap-anywhere hyphens-auto *:col-start-1 *:row-start-1 md:max-lg:-me-42 tall:text-[3.25rem]">
        {SAID.map(({ status, title, titled }) => (
          <span key={status} className={titled}>
            {title} at <bdi>{shelter}</bdi>
          </span>
        ))}
      </h1>
      {SAID.map(({ status, one, many, shown }) => {
        const found = counts && countOf(counts, status);
        return (
          <p key={status} className={cx("max-w-prose text-soft sm:text-lg", shown)}>
            {found && found.count > 0 ? (
              <>
                <strong className="text-ink">{animalCountWords(found)}</strong> {found.count === 1 ? one : many}.
              </>
            ) : (
              "Come and say hello to our animals at the shelter."
            )}
          </p>
        );
      })}
    </div>
  );
}

/** Their sizes are known from the start, so nothing moves while they load. */
export function WelcomeDrawings() {
  return (
    <div
      aria-hidden="true"
      className="-mt-10 -mb-9 hidden h-40 items-end self-end px-3 md:flex xl:px-5 lg:h-44 tall:-mt-4 tall:-mb-9 tall:h-48 tall:-ms-4 tall:px-7"
    >
      {DRAWN.map(({ categoryId, petId, place }) => (
        <CategoryPicture
          key={petId}
          className={cx("-mx-3 shrink-0 bg-transparent! bg-none! xl:-mx-5 tall:-mx-7", place)}
          categoryId={categoryId}
          petId={petId}
        />
      ))}
    </div>
  );
}
