import { animalCountWords, countOf } from "@/lib/pets/adopters/list-words";
import type { PetCounts } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { cx } from "../../../ui/style";
import { CategoryPicture } from "../../pet-display";

/** The id determines the coat. Each drawing is moved down by the empty space below its chin. */
const DRAWN = [
  { categoryId: 3n, petId: 35n, place: "size-32 translate-y-[11%] max-xl:hidden tall:size-36" },
  { categoryId: 1n, petId: 70n, place: "size-40 translate-y-[14%] lg:size-44 tall:size-48" },
  { categoryId: 2n, petId: 42n, place: "size-36 translate-y-[14%] max-lg:hidden tall:size-40" },
];

export function Welcome({ shelter, counts }: { shelter: string; counts: PetCounts | null }) {
  const waiting = counts && countOf(counts, DEFAULT_STATUS);
  return (
    <div className="grid gap-1 sm:gap-2 lg:gap-1">
      {/* Below lg, a long title goes over the drawing. */}
      <h1 className="wrap-anywhere hyphens-auto md:max-lg:-me-42 tall:text-[3.25rem]">
        Find a friend at <bdi>{shelter}</bdi>
      </h1>
      <p className="max-w-prose text-soft sm:text-lg">
        {waiting && waiting.count > 0 ? (
          <>
            <strong className="text-ink">{animalCountWords(waiting)}</strong>{" "}
            {waiting.count === 1 ? "needs a home" : "need a home"}.
          </>
        ) : (
          "Come and say hello to our animals at the shelter."
        )}
      </p>
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
