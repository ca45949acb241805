import { useInfiniteQuery } from "@tanstack/react-query";
import { ApplicationFieldChanges } from "@/lib/applications/schema";
import type { ChangeSubject, ListedChange } from "@/lib/audit/change-schema";
import { changesQuery } from "@/lib/audit/queries";
import { actionWords } from "@/lib/pets/changes/history-groups";
import { applicationChangeWords } from "../applications/page/application-history";
import { ActorName } from "../people/actor-name";
import { HistoryChanges } from "../pets/desk/history/history-changes";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { ChangeFilters } from "./audit-filters";
import { ChangeList } from "./change-list";
import { ChangeRow, ChangesTable } from "./change-row";
import { useAuditFilter } from "./use-audit-filter";

/** What is said when there are no changes at all. */
const NOTHING: Readonly<Record<ChangeSubject, string>> = {
  pets: "Nothing yet. Changes to animals, their photos and their adoptions appear here.",
  applications: "Nothing yet. What is done with applications appears here.",
  orders: "Nothing yet. The steps of adoptions appear here.",
};

/** The changes of animals, applications or adoptions, newest first. */
export function ChangeTable({ about }: { about: ChangeSubject }) {
  const { filter, isFiltered, change, clear } = useAuditFilter();
  const { who, days } = filter;
  const query = useInfiniteQuery(changesQuery(about, { who, days }));
  return (
    <>
      <ChangeFilters filter={filter} change={change} />
      <ChangeList
        query={query}
        entriesOf={({ changes }) => changes}
        isFiltered={isFiltered}
        onClear={clear}
        nothing={NOTHING[about]}
      >
        {(entries) => (
          <ChangesTable>
            {entries.map((entry) => (
              <ListedChangeRow key={entry.id.toString()} entry={entry} />
            ))}
          </ChangesTable>
        )}
      </ChangeList>
    </>
  );
}

/** A change of an animal, an application or an adoption. */
export function ListedChangeRow({ entry }: { entry: ListedChange }) {
  return (
    <ChangeRow at={entry.at} who={<Who actor={entry.actor} />}>
      <What entry={entry} />
    </ChangeRow>
  );
}

/** Who made a change, at the beginning of a line. */
function Who({ actor }: Pick<ListedChange, "actor">) {
  return (
    <span className={cx("inline-block", actor.name === null && "first-letter:uppercase")}>
      <ActorName actor={actor} />
    </span>
  );
}

/**
 * What was done to which animal, and the changed fields. The link leads to the application, or to the whole history.
 */
function What({ entry }: { entry: ListedChange }) {
  const { petId, petName, application, orderId, action, changes } = entry;
  if (application) {
    return (
      <>
        <Link className={rowLink} href={`/staff/applications/${application.id}`}>
          <span>
            <bdi>{application.name}</bdi> for <bdi>{petName}</bdi>
          </span>
        </Link>
        {Object.entries(ApplicationFieldChanges.safeParse(changes).data ?? {}).map(([field, change]) => (
          <p key={field} className="max-w-full text-sm wrap-anywhere empty:hidden">
            {applicationChangeWords(field, change)}
          </p>
        ))}
      </>
    );
  }
  const words = actionWords({ action: orderId === null ? action : `order.${action}`, changes, parts: [] });
  return (
    <>
      <span className="max-w-full wrap-anywhere">
        <Link className={rowLink} href={`/staff/animals?history=${petId}`}>
          <bdi>{petName ?? `Animal ${petId}`}</bdi>
        </Link>
        : {words}
      </span>
      <HistoryChanges entry={{ changes }} photos={[]} />
    </>
  );
}
