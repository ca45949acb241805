import { type ComponentProps, useId, useState } from "react";
import { linkedFilters } from "@/lib/pets/desk/params";
import { CATEGORIES, categoryName } from "@/lib/pets/kinds";
import { MISSING_PARTS } from "@/lib/pets/list/schema";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { Button } from "../../ui/button";
import { Field, Select } from "../../ui/field";
import { Cross } from "../../ui/icons";
import { onPlainClick } from "../../ui/link";
import { SearchInput } from "../../ui/list-search";
import { stack } from "../../ui/panel";
import { Sheet, SheetActions } from "../../ui/sheet";
import { cx, pill, tile, tiles } from "../../ui/style";
import { deskHref, type PetsDesk } from "./use-desk";
import { deskCount, type useMatchCount } from "./use-match-count";

type FilterProps = Pick<PetsDesk, "params" | "filter">;
type SelectProps = Omit<ComponentProps<typeof Select>, "value" | "onChange"> & FilterProps;

/** A kind that the URL names may be unknown. */
function KindSelect({ params: { kind }, filter, ...attributes }: SelectProps) {
  return (
    <Select {...attributes} value={kind} onChange={({ target }) => filter({ kind: target.value })}>
      <option value="">All kinds</option>
      {CATEGORIES.map(({ id, name }) => (
        <option key={name} value={id.toString()}>
          {name}
        </option>
      ))}
      {kind !== "" && !CATEGORIES.some(({ id }) => id.toString() === kind) && (
        <option value={kind}>{/^-?\d+$/.test(kind) ? categoryName(BigInt(kind)) : "?"}</option>
      )}
    </Select>
  );
}

function MissingSelect({ params: { lacks }, filter, ...attributes }: SelectProps) {
  return (
    <Select
      {...attributes}
      value={lacks ?? ""}
      onChange={({ target }) => filter({ lacks: MISSING_PARTS.find((part) => part === target.value) ?? null })}
    >
      <option value="">Photo and story: any</option>
      {MISSING_PARTS.map((part) => (
        <option key={part} value={part}>
          No {part}
        </option>
      ))}
    </Select>
  );
}

/** Chooses the order, where there is no column head to do so. */
function SortSelect({ params: { sort }, filter, ...attributes }: SelectProps) {
  return (
    <Select
      {...attributes}
      value={sort}
      onChange={({ target }) => filter({ sort: target.value === "oldest" ? "oldest" : "newest" })}
    >
      <option value="newest">Newest first</option>
      <option value="oldest">Oldest first</option>
    </Select>
  );
}

/** `count`: how many match, as text, or null while that is unknown. */
type CountedProps = FilterProps & { count: string | null };

/** For a phone. */
function FilterSheet({ count, ...filters }: CountedProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const active = [filters.params.kind, filters.params.lacks].filter(Boolean).length;
  return (
    <div className="md:hidden">
      <Button look="quiet" className="px-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filter{" "}
        {active > 0 && (
          <span className="rounded-pill bg-accent px-2 text-sm text-accent-ink tabular-nums">
            {active}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      <Sheet title="Filter" open={isOpen} onClose={close}>
        <div className={stack}>
          <Field id={`${id}-kind`} label="Kind">
            {(attributes) => <KindSelect {...attributes} {...filters} />}
          </Field>
          <Field id={`${id}-lacks`} label="Photo and story">
            {(attributes) => <MissingSelect {...attributes} {...filters} />}
          </Field>
          <Field id={`${id}-sort`} label="Sort">
            {(attributes) => <SortSelect {...attributes} {...filters} />}
          </Field>
        </div>
        <SheetActions cancel={null}>
          <Button onClick={close}>{count === null ? "Show the list" : `Show ${count}`}</Button>
        </SheetActions>
      </Sheet>
    </div>
  );
}

/** The filters that only links set, such as those of the overview. */
function LinkedFilters({ params, filter }: FilterProps) {
  const filters = linkedFilters({ ...params, lacks: null });
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ words, without }) => (
        <li key={words}>
          <a
            className={cx(pill, "gap-2 bg-accent-back ps-4 pe-3")}
            href={deskHref({ ...params, ...without, cursor: "" })}
            onClick={onPlainClick(() => filter(without))}
          >
            <span className="sr-only">Remove filter: </span>
            <span className="first-letter:uppercase">{words}</span>
            <Cross />
          </a>
        </li>
      ))}
    </ul>
  );
}

type DeskFiltersProps = CountedProps & { search: Pick<ComponentProps<typeof SearchInput>, "ref" | "onKeyDown"> };

export function DeskFilters({ count, search, ...filters }: DeskFiltersProps) {
  const { params, filter } = filters;
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
      <LinkedFilters {...filters} />
    </div>
  );
}

type StatusFilterProps = FilterProps & { matching: Pick<ReturnType<typeof useMatchCount>, "counts" | "countOf"> };

export function StatusFilter({ params, matching, filter }: StatusFilterProps) {
  return (
    <nav aria-label="Filter by status" className="max-sm:basis-full">
      <ul className={tiles}>
        {[null, ...PET_STATUSES].map((status) => {
          const target = { ...params, status, cursor: "" };
          // A count that is not known leaves its space empty.
          const room = deskCount(target, matching.counts);
          return (
            <li key={status ?? "all"}>
              <a
                className={tile}
                href={deskHref(target)}
                aria-current={status === params.status || undefined}
                onClick={onPlainClick(() => filter({ status }))}
              >
                {status === null ? "All" : STATUS_LABELS[status]}
                {room !== null && (
                  <span className="grid text-center text-sm font-normal tabular-nums sm:min-w-4">
                    <span className="invisible [grid-area:1/1]">{room}</span>
                    <span className="[grid-area:1/1]">{matching.countOf(status)}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
