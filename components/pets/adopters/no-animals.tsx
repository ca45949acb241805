import { cleared, isSearched, kindOf, type PetFilters, without } from "@/lib/pets/adopters/filters";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { buttonClass } from "../../ui/button-class";
import { actions, Notice, noticePicture } from "../../ui/panel";
import { CategoryPicture } from "../category-picture";
import type { Find } from "./use-find";

/** If no kind is chosen, an empty list shows a cat, in the coat of the animal with this id. */
const CAT = 2n;
const COAT = 12n;

type Props = { filters: PetFilters; linkTo: Find["linkTo"] };

/** Says why the list is empty, and what to do. */
export function NoAnimals({ filters, linkTo }: Props) {
  const kind = kindOf(filters);
  const { q, status } = filters;
  const isOnlyNamed = q !== undefined && !isSearched(without(filters, "q"));
  const isAvailable = status === DEFAULT_STATUS;
  const hasOthers = isSearched(filters) || kind !== undefined || !isAvailable;
  return (
    <Notice picture={<CategoryPicture className={noticePicture} categoryId={kind?.id ?? CAT} petId={COAT} />}>
      <h3>
        {isOnlyNamed ? (
          <>
            Nobody here is called “<bdi>{q}</bdi>”
          </>
        ) : isSearched(filters) ? (
          "No animal matches all of this"
        ) : (
          `No ${kind?.plural ?? "animals"} here right now`
        )}
      </h3>
      <p>
        {isOnlyNamed
          ? "Try another spelling, or only the first letters."
          : isSearched(filters)
            ? "Remove a filter to see more. New animals arrive often, so check back soon."
            : "New ones arrive often, so check back soon."}
      </p>
      <div className={actions}>
        {isSearched(filters) && !isOnlyNamed && (
          <a className={buttonClass()} {...linkTo(cleared(filters))}>
            Clear the filters
          </a>
        )}
        {hasOthers && (
          <a
            className={buttonClass(isSearched(filters) && !isOnlyNamed ? "quiet" : "primary")}
            {...linkTo({ status: DEFAULT_STATUS })}
          >
            Show all available animals
          </a>
        )}
        {q !== undefined && isAvailable && (
          <a className={buttonClass("quiet")} {...linkTo(without(filters, "status"))}>
            Search the adopted ones, too
          </a>
        )}
      </div>
    </Notice>
  );
}
