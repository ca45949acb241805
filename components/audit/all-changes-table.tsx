import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { actorOfAuthor } from "@/lib/audit/labels";
import { allChangesQuery } from "@/lib/audit/queries";
import { peopleQuery } from "@/lib/people/queries";
import { ChangeFilters } from "./audit-filters";
import { AuditRow } from "./audit-table";
import { ChangeList } from "./change-list";
import { ChangesTable } from "./change-row";
import { ListedChangeRow } from "./change-table";
import { useAuditFilter } from "./use-audit-filter";

/** The changes of all subjects, newest first. */
export function AllChangesTable() {
  const { filter, isFiltered, change, clear } = useAuditFilter();
  const people = useQuery(peopleQuery()).data;
  const { who, days } = filter;
  const actor = who && people ? actorOfAuthor(who, people) : undefined;
  // The audit names people by their e-mail addresses.
  const isReady = who === undefined || people !== undefined;
  const query = useInfiniteQuery({ ...allChangesQuery({ who, days, actor }), enabled: isReady });
  return (
    <>
      <ChangeFilters filter={filter} change={change} />
      <ChangeList
        query={query}
        entriesOf={({ changes }) => changes}
        isFiltered={isFiltered}
        onClear={clear}
        nothing="Nothing yet. Whatever people do here appears in this list."
      >
        {(entries) => (
          <ChangesTable>
            {entries.map((one) =>
              one.about === "settings" ? (
                <AuditRow key={`settings ${one.entry.id}`} entry={one.entry} />
              ) : (
                <ListedChangeRow key={`${one.about} ${one.entry.id}`} entry={one.entry} />
              ),
            )}
          </ChangesTable>
        )}
      </ChangeList>
    </>
  );
}
