import { type InboxParams, inboxHref, MAX_SEARCH_LENGTH } from "@/lib/applications/inbox";
import { countByStatus, STATUS_FILTERS, statusLabel } from "@/lib/applications/status-filter";
import { countWords, sumOf } from "@/lib/counts";
import type { Overview } from "@/lib/overview/schema";
import { FilterLinks, FilterSelect } from "../ui/list-links";
import { SearchInput } from "../ui/search-input";

/** How many applications there are, as far as that is known. */
export type InboxCounts = Overview["applications"] | undefined;

type Props = { params: InboxParams; me: string; counts: InboxCounts };

/** The search, the sort order and the filters of the inbox. On a phone, the filters are a select beside the sort. */
export function InboxFilters({ params, me, counts }: Props) {
  const { petId } = params;
  const choices = choicesOf(params, me, counts);
  const sorted = (sort: InboxParams["sort"]) => ({
    href: inboxHref({ ...params, sort, cursor: undefined }),
    isCurrent: params.sort === sort,
  });
  // Only another filter is worth an entry in the history.
  const search = (q: string) => window.history.replaceState(null, "", inboxHref({ ...params, q, cursor: undefined }));
  return (
    <div className="grid gap-3">
      <search className="flex flex-wrap gap-3">
        <SearchInput
          className="min-w-0 flex-1 basis-60 max-sm:basis-full"
          label="Search applicants and animals"
          maxLength={MAX_SEARCH_LENGTH}
          q={params.q ?? ""}
          onSearch={search}
        />
        <FilterSelect label="Filter by status" className="w-auto! min-w-0 flex-1 sm:hidden" choices={choices} />
        <FilterSelect
          label="Sort"
          className="w-auto! min-w-0 max-sm:flex-1"
          choices={[
            { label: "Newest first", ...sorted(undefined) },
            { label: "Oldest first", ...sorted("oldest") },
          ]}
        />
      </search>
      <FilterLinks label="Filter by status" className="max-sm:hidden" choices={choices} />
      {petId && (
        <p>
          Only for one animal.{" "}
          <a href={inboxHref({ ...params, petId: undefined, cursor: undefined })}>Show all animals</a>
        </p>
      )}
    </div>
  );
}

function choicesOf(params: InboxParams, me: string, counts: InboxCounts) {
  const { q, petId, sort, status, orderStatus, folder, handledBy } = params;
  const keep = { q, petId, sort };
  // The counts are of everything, so a search has none.
  const known = q === undefined && petId === undefined ? counts : undefined;
  return [
    {
      label: "All",
      href: inboxHref(keep),
      count: known && countWords(inboxTotal(known)),
      isCurrent: !status && !orderStatus && !folder && !handledBy,
    },
    { label: "Mine", href: inboxHref({ ...keep, handledBy: me }), isCurrent: handledBy === me },
    ...STATUS_FILTERS.filter((one) => one.orderStatus !== "returned" || hasReturns(params, counts)).map((one) => {
      const count = known && countByStatus(one, known);
      return {
        label: statusLabel(one),
        href: inboxHref({ ...keep, ...one }),
        count: count && countWords(count),
        isCurrent: status === one.status && orderStatus === one.orderStatus && !folder && !handledBy,
      };
    }),
    {
      label: "Suspicious",
      href: inboxHref({ ...keep, folder: "suspicious" }),
      count: known && countWords(known.suspicious),
      isCurrent: folder === "suspicious",
      isWarning: known !== undefined && known.suspicious.count > 0,
    },
  ];
}

/** Whether an animal has come back. That is rare, so its filter is not always shown. */
const hasReturns = ({ orderStatus }: InboxParams, counts: InboxCounts) =>
  orderStatus === "returned" || (counts !== undefined && counts.approved.returned.count > 0);

/** Returns how many applications are in the inbox. */
export const inboxTotal = (counts: NonNullable<InboxCounts>) => sumOf(Object.values(counts.inbox));
