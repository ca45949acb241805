import type { Ref } from "react";
import { CATEGORIES, categoryName } from "@/lib/pets/categories";
import type { DeskParams } from "@/lib/pets/desk/params";
import { LACKS } from "@/lib/pets/list/lacks";
import { MAX_SEARCH_LENGTH } from "@/lib/pets/list/sizes";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { cx } from "../../ui/cx";
import { Select } from "../../ui/field";
import { isPlainClick } from "../../ui/link";
import { pill } from "../../ui/pill";
import { SearchInput } from "../../ui/search-input";
import { deskCount } from "./desk-count";
import { LinkedFilters } from "./linked-filters";
import type { useMatchCount } from "./use-match-count";

type Props = {
  params: DeskParams;
  /** How many animals each status filter would show. */
  matching: Pick<ReturnType<typeof useMatchCount>, "counts" | "countOf">;
  search: Ref<HTMLInputElement>;
  filter(next: Partial<DeskParams>, options?: { history: "replace" }): void;
  listHref(params: DeskParams): string;
};

/** The search, kind, sort order and status of the staff's list, which are all in the URL. */
export function DeskFilters({ params, matching, search, filter, listHref }: Props) {
  return (
    <div className="grid gap-3">
      <search className="flex flex-wrap gap-3">
        <SearchInput
          ref={search}
          className="min-w-0 flex-1 basis-60"
          label="Search by name"
          aria-keyshortcuts="/"
          maxLength={MAX_SEARCH_LENGTH}
          q={params.q}
          onSearch={(q) => filter({ q }, { history: "replace" })}
        />
        <Select
          aria-label="Kind"
          className="w-auto! max-sm:flex-1"
          value={params.kind}
          onChange={(event) => filter({ kind: event.target.value })}
        >
          <option value="">All kinds</option>
          {CATEGORIES.map(({ id, name }) => (
            <option key={name} value={id.toString()}>
              {name}
            </option>
          ))}
          {params.kind !== "" && !CATEGORIES.some(({ id }) => id.toString() === params.kind) && (
            <option value={params.kind}>{/^-?\d+$/.test(params.kind) ? categoryName(BigInt(params.kind)) : "?"}</option>
          )}
        </Select>
        <Missing params={params} filter={filter} />
        <Select
          aria-label="Sort"
          className="w-auto! max-sm:flex-1 md:hidden"
          value={params.sort}
          onChange={(event) => filter({ sort: event.target.value === "oldest" ? "oldest" : "newest" })}
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
        </Select>
      </search>
      <LinkedFilters params={params} filter={filter} listHref={listHref} />
      <nav aria-label="Filter by status">
        {/* On a phone all of them are in one row, with the counts below. */}
        <ul className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(4.2rem,1fr))] max-sm:gap-1">
          {[null, ...PET_STATUSES].map((status) => {
            const target = { ...params, status, cursor: "" };
            // During a search, a count that is not known leaves its space empty, so that the filters do not move.
            const room = deskCount(target, matching.counts);
            return (
              <li key={status ?? "all"}>
                <a
                  className={cx(
                    pill,
                    "max-sm:size-full max-sm:flex-col max-sm:justify-center max-sm:rounded-control max-sm:px-0.5 max-sm:py-1",
                    "max-sm:text-sm max-sm:leading-tight",
                  )}
                  href={listHref(target)}
                  aria-current={status === params.status || undefined}
                  onClick={(event) => {
                    if (!isPlainClick(event)) return;
                    event.preventDefault();
                    filter({ status });
                  }}
                >
                  {status === null ? "All" : STATUS_LABELS[status]}
                  {room !== null && (
                    <span className="grid text-center text-sm font-normal tabular-nums sm:ms-2 sm:min-w-4">
                      <span className="invisible [grid-area:1/1]">{room}</span>
                      <span className="[grid-area:1/1]">
                        {matching.countOf(status) ?? <span aria-hidden="true">–</span>}
                      </span>
                    </span>
                  )}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
    </div>
  );
}

/** The animals that lack a photo or a story. On small screens, the numbers of the overview lead to them. */
function Missing({ params, filter }: Pick<Props, "params" | "filter">) {
  return (
    <Select
      aria-label="Missing"
      className="w-auto! max-lg:hidden"
      value={params.lacks ?? ""}
      onChange={({ target }) => filter({ lacks: LACKS.find((lack) => lack === target.value) ?? null })}
    >
      <option value="">Any profile</option>
      {LACKS.map((lack) => (
        <option key={lack} value={lack}>
          No {lack}
        </option>
      ))}
    </Select>
  );
}
