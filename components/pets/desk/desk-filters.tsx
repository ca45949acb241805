import { DESK_SORTS, deskHref, SORT_LABELS } from "@/lib/pets/desk/params";
import { categoryName } from "@/lib/pets/kinds";
import { MISSING_PARTS } from "@/lib/pets/list/schema";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { Options, Select } from "../../ui/field";
import { FilterLinks } from "../../ui/list-links";
import { SearchInput } from "../../ui/list-search";
import { useKinds } from "../known-kinds";
import { useDesk } from "./use-desk";

/** A kind that the URL names may be unknown. */
function KindSelect() {
  const { params, filter } = useDesk();
  const { kind } = params;
  const kinds = useKinds();
  return (
    <Select aria-label="Kind" value={kind} onChange={({ target }) => filter({ kind: target.value })}>
      <option value="">All kinds</option>
      <Options of={kinds.map(({ id, name }) => [id.toString(), name])} />
      {kind !== "" && !kinds.some(({ id }) => id.toString() === kind) && (
        <option value={kind}>{/^-?\d+$/.test(kind) ? categoryName(BigInt(kind)) : "?"}</option>
      )}
    </Select>
  );
}

function MissingSelect() {
  const { params, filter } = useDesk();
  const { lacks, visibility } = params;
  const choose = (value: string) =>
    filter({
      lacks: MISSING_PARTS.find((part) => part === value) ?? null,
      visibility: value === "hidden" ? value : null,
    });
  return (
    <Select
      aria-label="Photo, story, public"
      className="max-md:col-span-2"
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
function SortSelect() {
  const { params, filter } = useDesk();
  return (
    <Select
      aria-label="Sort"
      className="md:hidden"
      value={params.sort}
      onChange={({ target }) => filter({ sort: DESK_SORTS.find((known) => known === target.value) ?? "newest" })}
    >
      <Options of={Object.entries(SORT_LABELS)} />
    </Select>
  );
}

/** On a phone, the choices are below the search. */
export function DeskFilters() {
  const { search, rowKeys, params, filter } = useDesk();
  return (
    <search className="grid gap-x-3 gap-y-2 md:flex">
      <SearchInput
        ref={search}
        className="min-w-0 flex-1"
        label="Search by name, number or breed"
        // A phone has no room for the label.
        placeholder="Name or breed"
        aria-keyshortcuts="/"
        maxLength={MAX_SEARCH_LENGTH}
        q={params.q}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          rowKeys.moveTo(0);
        }}
        onSearch={(q) => filter({ q }, "replaceState")}
      />
      <div className="grid grid-cols-2 gap-2 md:flex md:gap-3 md:*:w-auto!">
        <KindSelect />
        <SortSelect />
        <MissingSelect />
      </div>
    </search>
  );
}

export function StatusFilter() {
  const { params, matching } = useDesk();
  const choices = [null, ...PET_STATUSES].map((status) => ({
    href: deskHref({ ...params, status, cursor: "" }),
    label: status === null ? "All" : STATUS_LABELS[status],
    // One that is not known leaves its space empty.
    count: matching.countOf(status) ?? "",
    isCurrent: status === params.status,
  }));
  return <FilterLinks label="Filter by status" choices={choices} className="max-sm:basis-full" />;
}
