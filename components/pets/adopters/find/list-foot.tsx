import type { CardsPage } from "@/lib/pets/adopters/card";
import { hasFacts, kindOf, type PetFilters, without, withoutFacts } from "@/lib/pets/adopters/filters";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { isolate } from "@/lib/values/words";
import { buttonClass } from "../../../ui/button";
import { Arrow } from "../../../ui/icons";
import { actions, panel } from "../../../ui/panel";
import { cx, rowLink } from "../../../ui/style";
import { CategoryPicture } from "../../pet-display";
import type { Find } from "./use-find";

/** Without a kind, an empty list shows a cat, with the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

type Props = { filters: PetFilters; suggestion: string | null; linkTo: Find["linkTo"] };

export function NoAnimals({ filters, suggestion, linkTo }: Props) {
  const links: [words: string, target: PetFilters][] = [
    ...(hasFacts(filters) ? [["Clear filters", withoutFacts(filters)] as [string, PetFilters]] : []),
    ...(filters.q !== undefined && filters.status !== undefined
      ? [["Search pending and adopted animals, too", without(filters, "status")] as [string, PetFilters]]
      : []),
    ["Show all available animals", { status: DEFAULT_STATUS }],
  ];
  return (
    <div className={cx(panel, "flex items-center gap-6")}>
      <CategoryPicture
        className="size-24 shrink-0 rounded-pill p-2.5 max-sm:hidden md:size-30"
        categoryId={kindOf(filters)?.id ?? CAT}
        petId={COAT}
      />
      <div className="grid min-w-0 gap-1">
        <h3 className="wrap-anywhere">
          {suggestion !== null ? (
            <>
              Did you mean{" "}
              <a className="py-2.5 underline underline-offset-4" {...linkTo({ ...filters, q: suggestion })}>
                “{isolate(suggestion)}”
              </a>
              ?
            </>
          ) : hasFacts(filters) ? (
            "Try fewer filters"
          ) : filters.q === undefined ? (
            `No ${kindOf(filters)?.plural ?? "animals"} here right now`
          ) : (
            "Try another word"
          )}
        </h3>
        <p className="max-w-prose text-soft">New animals arrive often, so check back soon.</p>
        <div className={cx(actions, "mt-3")}>
          {links.map(([words, target], index) => (
            <a
              key={words}
              className={buttonClass(index === 0 && suggestion === null ? "primary" : "quiet")}
              {...linkTo(target)}
            >
              {words}
            </a>
          ))}
        </div>
      </div>
    </div>
  );
}

type FindPagerProps = {
  filters: PetFilters;
  page: CardsPage;
  linkTo: Find["linkTo"];
};

export function FindPager({ filters, page: { prev, next }, linkTo }: FindPagerProps) {
  if (!next && !prev && !filters.cursor) return null;
  const first = without(filters, "cursor");
  return (
    <nav className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3" aria-label="Pages">
      <span className="min-w-max flex-1">
        {prev && (
          <a className={buttonClass("quiet", "max-sm:px-3")} rel="prev" {...linkTo({ ...first, cursor: prev })}>
            <Arrow to="start" />
            <Words>Previous</Words>
          </a>
        )}
      </span>
      {filters.cursor && (
        <a className={rowLink} {...linkTo(first)}>
          First page
        </a>
      )}
      <span className="flex min-w-max flex-1 justify-end">
        {next && (
          <a className={buttonClass("quiet", "max-sm:px-3")} rel="next" {...linkTo({ ...first, cursor: next })}>
            <Words>Next</Words>
            <Arrow to="end" />
          </a>
        )}
      </span>
    </nav>
  );
}

function Words({ children }: { children: string }) {
  return (
    <span>
      {children}
      <span className="max-sm:sr-only"> page</span>
    </span>
  );
}
