import type { ComponentProps } from "react";
import type { DeskParams } from "@/lib/pets/desk/params";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { SearchInput } from "../../../ui/forms/search-input";
import { KindSelect, MissingSelect } from "./desk-selects";
import { FilterSheet } from "./filter-sheet";
import { LinkedFilters } from "./linked-filters";

type Props = {
  params: DeskParams;
  /** How many animals are listed, as text, or null while that is unknown. */
  count: string | null;
  /** The attributes of the search. */
  search: Pick<ComponentProps<typeof SearchInput>, "ref" | "onKeyDown">;
  filter(next: Partial<DeskParams>, options?: { history: "replace" }): void;
  listHref(params: DeskParams): string;
};

/** The search and the filters of the staff's list, which are all in the URL. On a phone, a sheet has the filters. */
export function DeskFilters({ params, count, search, filter, listHref }: Props) {
  const filters = { params, filter };
  return (
    <div className="grid gap-3">
      <search className="flex gap-3">
        <SearchInput
          {...search}
          className="min-w-0 flex-1"
          label="Search by name, number or breed"
          // A phone has no room for the label.
          placeholder="Name or breed"
          aria-keyshortcuts="/"
          maxLength={MAX_SEARCH_LENGTH}
          q={params.q}
          onSearch={(q) => filter({ q }, { history: "replace" })}
        />
        <KindSelect {...filters} aria-label="Kind" className="w-auto! max-md:hidden" />
        <MissingSelect {...filters} aria-label="Photo and story" className="w-auto! max-md:hidden" />
        <FilterSheet {...filters} count={count} />
      </search>
      <LinkedFilters params={params} filter={filter} listHref={listHref} />
    </div>
  );
}
