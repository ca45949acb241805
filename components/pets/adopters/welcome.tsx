import { animals, countOf } from "@/lib/pets/adopters/list-words";
import type { PetCounts } from "@/lib/pets/list/count-schema";
import { cx } from "../../ui/cx";
import { CategoryPicture } from "../category-picture";

/** The drawings beside the greeting: a rabbit, a dog, a cat. The id of an animal chooses the coat. */
const DRAWN = [
  { categoryId: 3n, petId: 4n, size: "size-32" },
  { categoryId: 1n, petId: 10n, size: "size-48" },
  { categoryId: 2n, petId: 12n, size: "size-36" },
];

/** Greets visitors: whose page this is, and how many animals wait. */
export function Welcome({ shelter, counts }: { shelter: string; counts: PetCounts | null }) {
  const waiting = counts && countOf(counts, "available");
  return (
    <div className="grid gap-2 lg:max-w-[60%]">
      <h1>
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

/** Drawings at the end of the greeting. They come last and have their size at once, so nothing moves while they arrive. */
export function WelcomeDrawings() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute end-6 -bottom-6 hidden h-48 w-98 items-end lg:flex">
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
