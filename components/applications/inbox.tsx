"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type InboxPage, type InboxParams, inboxHref, readInboxParams } from "@/lib/applications/inbox";
import { applicationsQuery } from "@/lib/applications/queries";
import { STAFF_STATUS_WORDS } from "@/lib/applications/staff-words";
import { APPLICATION_STATUSES } from "@/lib/applications/status";
import { countWords, sumOf } from "@/lib/counts";
import { overviewQuery } from "@/lib/overview/queries";
import type { Overview } from "@/lib/overview/schema";
import { idsOf, petsByIdQuery } from "@/lib/pets/queries";
import { ButtonLink } from "../ui/button";
import { LIST_HEADING } from "../ui/list-heading";
import { FilterLinks, PageLinks } from "../ui/list-links";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { useProgress } from "../ui/progress-bar";
import { InboxRow } from "./inbox-row";

/** The applications of the shelter, newest first. The filters are in the URL. */
export function Inbox({ me }: { me: string }) {
  const params = readInboxParams(useSearchParams());
  const query = useQuery(applicationsQuery(params));
  const overview = useQuery(overviewQuery());
  useProgress(query.isPlaceholderData);
  return (
    <>
      <InboxFilters params={params} me={me} counts={overview.data?.applications} />
      <Loaded what="The applications" query={query} loading={<LoadingRows />}>
        {(page) => (
          <section aria-labelledby={LIST_HEADING} aria-busy={query.isPlaceholderData}>
            <h2 id={LIST_HEADING} tabIndex={-1} className="mb-3">
              <Title params={params} page={page} me={me} counts={overview.data?.applications} />
            </h2>
            <Rows page={page} params={params} me={me} />
          </section>
        )}
      </Loaded>
    </>
  );
}

type Counts = Overview["applications"] | undefined;
type FiltersProps = { params: InboxParams; me: string; counts: Counts };

function InboxFilters({ params, me, counts }: FiltersProps) {
  const { status, folder, handledBy, petId } = params;
  const isPlain = !status && !folder && !handledBy;
  const keep = petId ? { petId } : {};
  return (
    <div className="grid gap-2">
      <FilterLinks
        label="Filter by status"
        choices={[
          { label: "All", href: inboxHref(keep), count: total(counts), isCurrent: isPlain },
          { label: "Mine", href: inboxHref({ ...keep, handledBy: me }), isCurrent: handledBy === me },
          ...APPLICATION_STATUSES.map((one) => ({
            label: STAFF_STATUS_WORDS[one].label,
            href: inboxHref({ ...keep, status: one }),
            count: counts && countWords(counts.inbox[one]),
            isCurrent: status === one && !folder && !handledBy,
          })),
          {
            label: "Suspicious",
            href: inboxHref({ ...keep, folder: "suspicious" }),
            count: counts && countWords(counts.suspicious),
            isCurrent: folder === "suspicious",
            isWarning: counts !== undefined && counts.suspicious.count > 0,
          },
        ]}
      />
      {petId && (
        <p>
          Only for one animal.{" "}
          <a href={inboxHref({ ...params, petId: undefined, cursor: undefined })}>Show all animals</a>
        </p>
      )}
    </div>
  );
}

/** How many applications are in the inbox. */
function total(counts: Counts): string | undefined {
  return counts && countWords(sumOf(Object.values(counts.inbox)));
}

/** The heading: what is listed, and how many. Counts beyond the page exist only for the filters by status. */
function Title({ params, page, me, counts }: FiltersProps & { page: InboxPage }) {
  const kind = kindOf(params, me);
  const shown = page.applications.length;
  if (page.next === null && page.prev === null && !params.cursor) return <>{several(shown, kind)}</>;
  const known = inboxCount(params, counts);
  return (
    <>
      {shown} {known ? `of ${known} ${kind}` : `${kind} on this page`}
    </>
  );
}

function kindOf({ status, folder, handledBy }: InboxParams, me: string): string {
  if (folder) return "suspicious applications";
  if (handledBy) return `applications that ${handledBy === me ? "you handle" : "one person handles"}`;
  return status ? `${STAFF_STATUS_WORDS[status].label.toLowerCase()} applications` : "applications";
}

function inboxCount({ status, folder, handledBy, petId }: InboxParams, counts: Counts): string | undefined {
  if (!counts || petId || handledBy) return undefined;
  if (folder) return countWords(counts.suspicious);
  return status ? countWords(counts.inbox[status]) : total(counts);
}

const several = (count: number, kind: string) =>
  `${count === 0 ? "No" : count} ${count === 1 ? kind.replace("applications", "application") : kind}`;

function Rows({
  page: { applications, next, prev },
  params,
  me,
}: {
  page: InboxPage;
  params: InboxParams;
  me: string;
}) {
  const pets = useQuery(petsByIdQuery(idsOf(applications.map(({ petId }) => petId)))).data;
  if (applications.length === 0) return <Nothing params={params} />;
  const at = (cursor: string | null) => cursor && inboxHref({ ...params, cursor });
  return (
    <>
      <ul className="overflow-hidden rounded-card border border-line bg-panel shadow-card">
        {applications.map((application) => (
          <InboxRow
            key={application.id}
            application={application}
            pet={pets?.find(({ id }) => id === application.petId)}
            me={me}
          />
        ))}
      </ul>
      <PageLinks
        first={inboxHref({ ...params, cursor: undefined })}
        prev={at(prev)}
        next={at(next)}
        isFirst={!params.cursor}
      />
    </>
  );
}

function Nothing({ params }: { params: InboxParams }) {
  if (params.folder)
    return <Notice>Nothing suspicious. Possible spam is kept here, apart from other applications.</Notice>;
  if (params.handledBy) return <Notice>Nothing here. Open an application and choose “Take over” to handle it.</Notice>;
  if (params.status || params.petId || params.cursor) {
    return (
      <Notice>
        <p>No application matches.</p>
        <ButtonLink look="quiet" href="/staff/applications">
          Show all applications
        </ButtonLink>
      </Notice>
    );
  }
  return <Notice>No applications yet. They arrive here when somebody asks for an animal on its page.</Notice>;
}
