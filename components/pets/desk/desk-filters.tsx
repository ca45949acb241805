import { type ComponentProps, useId, useState } from "react";
import { DESK_SORTS, linkedFilters, SORT_LABELS } from "@/lib/pets/desk/params";
import { categoryName } from "@/lib/pets/kinds";
import { MISSING_PARTS } from "@/lib/pets/list/schema";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { Button } from "../../ui/button";
import { Field, Options, Select } from "../../ui/field";
import { Cross } from "../../ui/icons";
import { later } from "../../ui/later";
import { FilterLinks, ListLink } from "../../ui/list-links";
import { SearchInput } from "../../ui/list-search";
import { stack } from "../../ui/panel";
import { cx, pill } from "../../ui/style";
import { useKinds } from "../known-kinds";
import { deskHref, type PetsDesk } from "./use-desk";
import type { useMatchCount } from "./use-match-count";

const Sheet = later(async () => (await import("../../ui/sheet")).Sheet);
const SheetActions = later(async () => (await import("../../ui/sheet")).SheetActions);

type FilterProps = Pick<PetsDesk, "params" | "filter">;
type SelectProps = Omit<ComponentProps<typeof Select>, "value" | "onChange"> & FilterProps;

/** A kind that the URL names may be unknown. */
function KindSelect({ params: { kind }, filter, ...attributes }: SelectProps) {
  const kinds = useKinds();
  return (
    <Select {...attributes} value={kind} onChange={({ target }) => filter({ kind: target.value })}>
      <option value="">All kinds</option>
      <Options of={kinds.map(({ id, name }) => [id.toString(), name])} />
      {kind !== "" && !kinds.some(({ id }) => id.toString() === kind) && (
        <option value={kind}>{/^-?\d+$/.test(kind) ? categoryName(BigInt(kind)) : "?"}</option>
      )}
    </Select>
  );
}

function MissingSelect({ params: { lacks, visibility }, filter, ...attributes }: SelectProps) {
  const choose = (value: string) =>
    filter({
      lacks: MISSING_PARTS.find((part) => part === value) ?? null,
      visibility: value === "hidden" ? value : null,
    });
  return (
    <Select
      {...attributes}
      value={lacks ?? (visibility === "hidden" ? visibility : "")}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">Photo and story: any</option>
      <Options of={MISSING_PARTS.map((part) => [part, `No ${part}`])} />
      <option value="hidden">Not public</option>
    </Select>
  );
}

/** Chooses the order, where there is no column head to do so. */
function SortSelect({ params: { sort }, filter, ...attributes }: SelectProps) {
  return (
    <Select
      {...attributes}
      value={sort}
      onChange={({ target }) => filter({ sort: DESK_SORTS.find((known) => known === target.value) ?? "newest" })}
    >
      <Options of={Object.entries(SORT_LABELS)} />
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
  const { kind, lacks, visibility } = filters.params;
  const active = [kind, lacks ?? visibility].filter(Boolean).length;
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
      {isOpen && (
        <Sheet title="Filter" open onClose={close}>
          <div className={stack}>
            <Field id={`${id}-kind`} label="Kind">
              {(attributes) => <KindSelect {...attributes} {...filters} />}
            </Field>
            <Field id={`${id}-lacks`} label="Photo, story, public">
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
      )}
    </div>
  );
}

/** The filters that only links set, such as those of the overview. */
function LinkedFilters({ params }: Pick<PetsDesk, "params">) {
  const filters = linkedFilters({ ...params, lacks: null, visibility: null });
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ words, without }) => (
        <li key={words}>
          <ListLink
            className={cx(pill, "gap-2 bg-accent-back ps-4 pe-3")}
            href={deskHref({ ...params, ...without, cursor: "" })}
          >
            <span className="sr-only">Remove filter: </span>
            <span className="first-letter:uppercase">{words}</span>
            <Cross />
          </ListLink>
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
        <MissingSelect {...filters} aria-label="Photo, story, public" className="w-auto! max-md:hidden" />
        <FilterSheet {...filters} count={count} />
      </search>
      <LinkedFilters params={params} />
    </div>
  );
}

type StatusFilterProps = Pick<PetsDesk, "params"> & Pick<ReturnType<typeof useMatchCount>, "countOf">;

export function StatusFilter({ params, countOf }: StatusFilterProps) {
  const choices = [null, ...PET_STATUSES].map((status) => ({
    href: deskHref({ ...params, status, cursor: "" }),
    label: status === null ? "All" : STATUS_LABELS[status],
    // One that is not known leaves its space empty.
    count: countOf(status) ?? "",
    isCurrent: status === params.status,
  }));
  return <FilterLinks label="Filter by status" choices={choices} className="max-sm:basis-full" />;
}
