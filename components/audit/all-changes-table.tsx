import { useInfiniteQuery } from "@tanstack/react-query";
import { allChangesQuery } from "@/lib/audit/queries";
import { TimeFilter } from "./audit-filters";
import { AuditRow } from "./audit-table";
import { ChangeList } from "./change-list";
import { ChangesTable } from "./change-row";
import { ListedChangeRow } from "./change-table";
import { useAuditFilter } from "./use-audit-filter";

/** The changes of all subjects, newest first. */
export function AllChangesTable() {
  const { filter, isFiltered, change, clear } = useAuditFilter();
  const query = useInfiniteQuery(allChangesQuery(filter.days));
  return (
    <>
      <TimeFilter filter={filter} change={change} />
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
