import { isOnlyNamed } from "@/lib/pets/adopters/filters";
import { listHeading } from "@/lib/pets/adopters/list-words";
import { LIST_HEADING } from "../../ui/list-heading";
import { FactFilters, SortChoice } from "./fact-filters";
import { FilterChips } from "./filter-chips";
import { StatusLinks } from "./status-links";
import type { Find } from "./use-find";

/** What the list shows, how many there are, and the controls that change it. */
export function ListHead({ find, results }: { find: Find; results: string }) {
  const { filters, page } = find.shown;
  const isNobody = page?.pets.length === 0 && isOnlyNamed(filters);
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {/* As high as two lines of a heading, so that a longer one moves nothing under the pointer. */}
      <div className="flex items-center gap-x-5 md:min-h-15">
        <div className="min-w-0 flex-1">
          <h2 id={LIST_HEADING} tabIndex={-1} className="me-3 inline wrap-anywhere">
            {isNobody ? (
              <>
                Nobody called “<bdi>{filters.q}</bdi>”
              </>
            ) : (
              listHeading(filters)
            )}
          </h2>{" "}
          <p role="status" className="inline whitespace-nowrap text-soft">
            {results}
          </p>
        </div>
        <StatusLinks find={find} className="max-md:hidden" />
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <FactFilters find={find} results={results} />
        <SortChoice find={find} />
      </div>
      <FilterChips find={find} />
    </div>
  );
}
