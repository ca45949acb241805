import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { applicationsQuery } from "@/lib/applications/client";
import { type InboxPage, type InboxParams, inboxHref, withDefaultList } from "@/lib/applications/inbox";
import { OPEN_STATUSES } from "@/lib/applications/status";
import type { Overview } from "@/lib/overview/schema";
import { MAX_SEARCH_LENGTH } from "@/lib/values/search-length";
import { countWords, sumOf } from "@/lib/values/words";
import { usePersonId } from "../../people/signed-in";
import { Select } from "../../ui/field";
import { FilterLinks, goTo, ListLink } from "../../ui/list-links";
import { SearchInput } from "../../ui/list-search";
import { rowLink } from "../../ui/style";

/** How many applications there are, where known. */
export type InboxCounts = Overview["applications"] | undefined;

type Props = {
  params: InboxParams;
  counts: InboxCounts;
  search: Ref<HTMLInputElement>;
};

/** The search, the sort order and the filters of the inbox. */
export function InboxFilters({ params, counts, search }: Props) {
  const me = usePersonId();
  const { petId, folder } = params;
  const mine = useQuery(applicationsQuery({ handledBy: me })).data;
  const choices = choicesOf(params, me, counts, mine);
  // Only a new filter adds an entry to the history.
  const setSearch = (q: string) => {
    const found = withDefaultList({ ...params, q, cursor: undefined });
    window.history.replaceState(null, "", inboxHref(found));
  };
  return (
    <div className="grid gap-3">
      <search className="flex gap-3">
        <SearchInput
          ref={search}
          aria-keyshortcuts="/"
          className="min-w-0 flex-1 text-ellipsis placeholder:text-ellipsis"
          label="Search names"
          maxLength={MAX_SEARCH_LENGTH}
          q={params.q ?? ""}
          onSearch={setSearch}
        />
        <Select
          aria-label="Sort"
          className="w-auto!"
          value={params.sort ?? ""}
          onChange={({ target: { value } }) =>
            goTo(inboxHref({ ...params, sort: value === "oldest" ? value : undefined, cursor: undefined }))
          }
        >
          <option value="">Newest first</option>
          <option value="oldest">Oldest first</option>
        </Select>
      </search>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <FilterLinks label="Filter by status" choices={choices} className="max-sm:w-full" />
        {(folder || (counts && counts.suspicious.count > 0)) && (
          <ListLink className={rowLink} href={inboxHref({ folder: "suspicious" })} aria-current={folder && "true"}>
            Suspicious{counts && ` (${countWords(counts.suspicious)})`}
          </ListLink>
        )}
      </div>
      {petId && (
        <p>
          Only for one animal.{" "}
          <a href={inboxHref({ ...params, petId: undefined, cursor: undefined })}>Show all animals</a>
        </p>
      )}
    </div>
  );
}

function choicesOf(params: InboxParams, me: string, counts: InboxCounts, mine: InboxPage | undefined) {
  const { q, petId, sort, ongoing, toTell, folder, handledBy } = params;
  const keep = { q, petId, sort };
  // The counts cover all applications, so a search shows none.
  const known = q === undefined && petId === undefined ? counts : undefined;
  const hasToTell = toTell !== undefined || (counts !== undefined && counts.toTell.count > 0);
  return [
    {
      label: "Open",
      href: inboxHref({ sort, ongoing: "true" }),
      count: known && countWords(ongoingTotal(known)),
      isCurrent: ongoing === "true",
    },
    {
      label: "To tell",
      href: inboxHref({ ...keep, toTell: "true" }),
      count: known && countWords(known.toTell),
      isCurrent: toTell === "true",
      isWarning: true,
    },
    {
      label: "Mine",
      href: inboxHref({ ...keep, handledBy: me }),
      count: known && mine && countWords({ count: mine.applications.length, more: mine.next !== null }),
      isCurrent: handledBy === me,
    },
    {
      label: "All",
      href: inboxHref(keep),
      count: known && countWords(inboxTotal(known)),
      isCurrent: !ongoing && !toTell && !folder && !handledBy,
    },
    // There are none to tell while the service sends mail.
  ].filter(({ isWarning }) => !isWarning || hasToTell);
}

/** Returns for how many applications something is left to do. */
export const ongoingTotal = ({ inbox, approved }: NonNullable<InboxCounts>) =>
  sumOf([...OPEN_STATUSES.map((status) => inbox[status]), approved.open]);

/** Returns how many applications are in the inbox. */
export const inboxTotal = (counts: NonNullable<InboxCounts>) => sumOf(Object.values(counts.inbox));
