import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { actorOfAuthor } from "@/lib/audit/labels";
import { toLines } from "@/lib/audit/lines";
import type { ListsPage } from "@/lib/audit/lists";
import { allChangesQuery, listsQuery } from "@/lib/audit/queries";
import { type AnyChange, isRecorded } from "@/lib/audit/repetitions";
import { peopleQuery } from "@/lib/people/queries";
import { ChangeFilters } from "./audit-filters";
import { AuditRow } from "./audit-table";
import { ChangeList } from "./change-list";
import { ChangesTable } from "./change-row";
import { ListedChangeRow, SeveralRow } from "./change-table";
import { useAuditFilter } from "./use-audit-filter";

/** The changes of all subjects, newest first. */
export function AllChangesTable() {
  const audit = useAuditFilter();
  const people = useQuery(peopleQuery()).data;
  const { who, days, petId } = audit.filter;
  const actor = who && people ? actorOfAuthor(who, people) : undefined;
  // The audit names people by their e-mail addresses.
  const isReady = who === undefined || people !== undefined;
  const query = useInfiniteQuery({ ...allChangesQuery({ who, days, actor, petId }), enabled: isReady });
  return (
    <FilteredChanges audit={audit} query={query} nothing="Nothing yet. Whatever people do here appears in this list." />
  );
}

const NOTHING = {
  animals: "Nothing yet. New animals, and changes to animals, their photos and their adoptions appear here.",
  adoptions: "Nothing yet. The steps of adoptions and recorded adopters appear here.",
};

/**
 * The changes of animals, also which were added, or the steps of adoptions and the adopters whom the shelter recorded
 * or corrected. Newest first.
 */
export function ListedChangesTable({ of }: { of: keyof typeof NOTHING }) {
  const audit = useAuditFilter();
  const { who, days, petId } = audit.filter;
  return (
    <FilteredChanges
      audit={audit}
      query={useInfiniteQuery(listsQuery(of, { who, days, petId }))}
      nothing={NOTHING[of]}
    />
  );
}

type FilteredProps = {
  audit: ReturnType<typeof useAuditFilter>;
  query: ComponentProps<typeof ChangeList<ListsPage, AnyChange>>["query"];
  /** What is shown if there are no changes, and no filter. */
  nothing: string;
};

/** The filters of changes, and the changes that match them. */
function FilteredChanges({ audit: { filter, isFiltered, change, clear }, query, nothing }: FilteredProps) {
  return (
    <>
      <ChangeFilters filter={filter} change={change} />
      <ChangeList
        query={query}
        entriesOf={({ changes }) => changes}
        isFiltered={isFiltered}
        onClear={clear}
        nothing={nothing}
      >
        {(changes) => <Lines changes={changes} />}
      </ChangeList>
    </>
  );
}

/** Changes of several lists. What one action did to several animals is one line. */
function Lines({ changes }: { changes: readonly AnyChange[] }) {
  return (
    <ChangesTable>
      {toLines(changes).map((line) => {
        const [first] = line;
        const key = `${first.about} ${first.entry.id}`;
        if (first.about === "settings") return <AuditRow key={key} entry={first.entry} />;
        if (line.length > 1)
          return <SeveralRow key={key} entries={line.filter(isRecorded).map(({ entry }) => entry)} />;
        return <ListedChangeRow key={key} entry={first.entry} />;
      })}
    </ChangesTable>
  );
}
