import { filtersHref, hasFacts, type PetFilters, withoutFacts } from "@/lib/pets/adopters/filters";
import { type ActiveFilter, activeFilters, listHeading } from "@/lib/pets/adopters/list-words";
import { LIST_HEADING } from "../../../ui/browser";
import { Cross } from "../../../ui/icons";
import { cx, pill, rowLink } from "../../../ui/style";
import { FactFilters, SortChoice, StatusLinks } from "./fact-filters";
import type { Find } from "./use-find";

type Props = { active: readonly ActiveFilter[]; isSearch: boolean; linkTo: Find["linkTo"] };

/** The active filters, after a search and where their controls are in the sheet. Clicking one removes it. */
function FilterChips({ active, isSearch, linkTo }: Props) {
  if (active.length === 0) return null;
  return (
    <ul
      data-part="chips"
      data-many={active.length > 2 || null}
      aria-label="Active filters"
      className={cx("flex flex-wrap items-center gap-2 max-sm:gap-1.5", !isSearch && "lg:hidden")}
    >
      {active.map(({ label, rest }) => (
        <li key={label}>
          <a
            className={cx(
              pill,
              "gap-2 bg-accent-back ps-4 pe-3 max-sm:gap-1.5 max-sm:ps-[0.65rem] max-sm:pe-2 max-sm:text-[0.9rem]",
            )}
            {...linkTo(rest)}
          >
            <span className="sr-only">Remove filter: </span>
            {label}
            <Cross className="size-3" />
          </a>
        </li>
      ))}
    </ul>
  );
}

type ListHeadProps = {
  find: Find;
  /** The filters that the controls show. */
  filters: PetFilters;
  /** The filters of the list on the screen. */
  listed: PetFilters;
  results: string;
  isTop: boolean;
};

const count = "me-3 inline whitespace-nowrap text-soft transition-opacity";

export function ListHead({ find, filters, listed, results, isTop }: ListHeadProps) {
  const { page } = find.shown;
  const isEmpty = page?.pets.length === 0;
  // The greeting says this already.
  const isSaid = !isTop && filtersHref(listed) === "/";
  // What the words of a search name can be taken off one by one, the kind too.
  const isSearch = find.filters.q !== undefined;
  const active = activeFilters(filters, { withKind: isSearch });
  const Heading = isTop ? "h1" : "h2";
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-2 md:max-lg:gap-4 lg:mb-5">
      <div className="flex items-center gap-x-5 md:min-h-11">
        {/* Two lines are as high as the links beside them, so a longer heading moves nothing. */}
        <div className="min-w-0 flex-1 md:-my-2">
          <Heading id={LIST_HEADING} tabIndex={-1} className="me-3 inline text-xl wrap-anywhere">
            {listHeading(listed, page)}
          </Heading>{" "}
          {/* The heading says that there are none. */}
          <p
            role="status"
            className={isEmpty || isSaid ? "sr-only" : cx(count, !find.isSettled && "opacity-0 delay-200")}
          >
            {results}
          </p>
          {hasFacts(filters) && (
            // Where the filters are in a sheet, each is cleared by its chip.
            <a className={cx(rowLink, "-my-3 whitespace-nowrap max-lg:hidden")} {...find.linkTo(withoutFacts(filters))}>
              Clear filters
            </a>
          )}
        </div>
        <StatusLinks find={find} filters={filters} className="max-md:hidden" />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <FactFilters find={find} filters={filters} results={find.isSettled ? results : ""} />
        <SortChoice find={find} filters={filters} />
      </div>
      <FilterChips active={active} isSearch={isSearch} linkTo={find.linkTo} />
    </div>
  );
}
