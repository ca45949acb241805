import { hasFacts, kindOf, type PetFilters, without, withoutFacts } from "@/lib/pets/adopters/cards/filters";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { isolate } from "@/lib/values/bidi";
import { buttonClass } from "../../../ui/style/button-class";
import { cx } from "../../../ui/style/cx";
import { actions, panel } from "../../../ui/style/panel";
import { CategoryPicture } from "../../category-picture";
import type { Find } from "./use-find";

/** Without a kind, an empty list shows a cat, with the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

type Props = { filters: PetFilters; suggestion: string | null; linkTo: Find["linkTo"] };

/** Says what to do where the list is empty. */
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
