import { animals, countOf } from "@/lib/pets/adopters/list-words";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { cx } from "../../ui/cx";
import { CategoryPicture } from "../category-picture";

/** The drawings beside the greeting: a rabbit and a cat where there is room, and a dog. The id of an animal chooses the coat. */
const DRAWN = [
  { categoryId: 3n, petId: 5n, size: "size-32 max-xl:hidden" },
  { categoryId: 1n, petId: 10n, size: "size-40 lg:size-48" },
  { categoryId: 2n, petId: 12n, size: "size-36 max-lg:hidden" },
];

/** Greets visitors: whose page this is, and how many animals wait. */
export function Welcome({ shelter, counts }: { shelter: string; counts: PetCounts | null }) {
  const waiting = counts && countOf(counts, "available");
  return (
    <div className="grid gap-2">
      <h1 className="wrap-anywhere hyphens-auto">
        Find a friend at <bdi>{shelter}</bdi>
      </h1>
      <p className="max-w-prose text-soft sm:text-lg">
        {waiting && waiting.count > 0 ? (
          <>
            <strong className="text-ink">{animals(waiting)}</strong> {waiting.count === 1 ? "needs" : "need"} a home.{" "}
            <span className="max-sm:hidden">Come and say hello.</span>
          </>
        ) : (
          "Come and say hello to our animals at the shelter."
        )}
      </p>
    </div>
  );
}

/**
 * Drawings in the column at the end of the greeting, standing on its lower edge. The column and they have their size at
 * once, so nothing moves while they arrive.
 */
export function WelcomeDrawings() {
  return (
    <div aria-hidden="true" className="-mt-10 -mb-14 hidden items-end self-end px-3 md:flex">
      {DRAWN.map(({ categoryId, petId, size }) => (
        <CategoryPicture
          key={petId}
          className={cx("-mx-3 shrink-0 bg-transparent!", size)}
          categoryId={categoryId}
          petId={petId}
        />
      ))}
    </div>
  );
}
