"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { applicationsQuery } from "@/lib/applications/client";
import { type InboxPage, type InboxParams, inboxHref, readInboxParams } from "@/lib/applications/inbox";
import { overviewQuery } from "@/lib/overview/client";
import { idsOf, petsByIdQuery } from "@/lib/pets/client";
import { rememberList } from "@/lib/tab-storage";
import { countWords } from "@/lib/values/words";
import { usePersonId } from "../../people/signed-in";
import { LIST_HEADING } from "../../ui/browser";
import { ButtonLink } from "../../ui/button";
import { useListKeys } from "../../ui/hooks";
import { KeyboardSheet, type KeyGroups } from "../../ui/keyboard-sheet";
import { PageLinks } from "../../ui/list-links";
import { Loaded } from "../../ui/load-problem";
import { PageHead } from "../../ui/page-head";
import { Notice } from "../../ui/panel";
import { useProgress } from "../../ui/progress-bar";
import { type InboxCounts, InboxFilters, inboxTotal, ongoingTotal } from "./inbox-filters";
import { InboxRow } from "./inbox-row";

const KEYS: KeyGroups = {
  "In the list": [
    ["↑ ↓, j k", "move from application to application"],
    ["Enter", "open the application"],
    ["/", "search"],
    ["?", "this list"],
  ],
  "In an application": [["j k", "next and previous application"]],
};

type Props = {
  /** Within how many days the shelter promises to reply. */
  replyDays: number | null;
};

/** The applications of the shelter. The search, the sort order and the filters are in the URL. */
export function Inbox({ replyDays }: Props) {
  const me = usePersonId();
  const params = readInboxParams(useSearchParams());
  const query = useQuery(applicationsQuery(params));
  const overview = useQuery(overviewQuery());
  const counts = overview.data?.applications;
  useProgress(query.isPlaceholderData);
  const search = useRef<HTMLInputElement>(null);
  const keys = useListKeys(search);
  const { applications } = query.data ?? {};
  const href = inboxHref(params);
  useEffect(() => {
    if (applications) rememberList("/staff/applications", { href, label: "Applications", entries: applications });
  }, [applications, href]);
  return (
    <>
      <PageHead title="Applications" />
      <InboxFilters params={params} counts={counts} search={search} />
      <Loaded what="The applications" query={query}>
        {(page) => (
          <section aria-labelledby={LIST_HEADING} aria-busy={query.isPlaceholderData}>
            {/* A search and a select keep the focus, so what they have found is announced. */}
            <h2 id={LIST_HEADING} tabIndex={-1} aria-live="polite" className="mb-3">
              {headingOf({ params, page, me, counts })}
            </h2>
            <Rows page={page} params={params} replyDays={replyDays} keys={keys.attributes} />
          </section>
        )}
      </Loaded>
      <KeyboardSheet keys={KEYS} {...keys.help} />
    </>
  );
}

type HeadingProps = { params: InboxParams; page: InboxPage; me: string; counts: InboxCounts };

/** Returns the heading: what is listed, and how many. Counts beyond the page exist only for whole lists. */
function headingOf({ params, page, me, counts }: HeadingProps): string {
  const kind = kindOf(params, me);
  const shown = page.applications.length;
  const about = params.q ? ` with “${params.q}”` : "";
  if (page.next === null && page.prev === null && !params.cursor) {
    return `${shown === 0 ? "No" : shown} ${shown === 1 ? kind.one : kind.many}${about}`;
  }
  const known = inboxCount(params, counts);
  const { many } = kind;
  return known ? `${shown} of ${known} ${many}` : `${shown} ${many}${about}, on this page`;
}

/** Returns what the listed applications are called, one of them and several. */
function kindOf({ ongoing, toTell, folder, handledBy }: InboxParams, me: string): { one: string; many: string } {
  if (toTell) return { one: "applicant to tell", many: "applicants to tell" };
  const before = ongoing ? "open " : folder ? "suspicious " : "";
  const after = !handledBy ? "" : handledBy === me ? " that you handle" : " that one person handles";
  return { one: `${before}application${after}`, many: `${before}applications${after}` };
}

function inboxCount(params: InboxParams, counts: InboxCounts) {
  const { q, ongoing, toTell, folder, handledBy, petId } = params;
  if (!counts || q || petId || handledBy) return undefined;
  const special = ongoing ? ongoingTotal(counts) : folder ? counts.suspicious : toTell && counts.toTell;
  return countWords(special ?? inboxTotal(counts));
}

type RowsProps = {
  page: InboxPage;
  params: InboxParams;
  replyDays: number | null;
  keys: ReturnType<typeof useListKeys>["attributes"];
};

function Rows({ page: { applications, next, prev }, params, replyDays, keys }: RowsProps) {
  const pets = useQuery(petsByIdQuery(idsOf(applications.map(({ petId }) => petId)))).data;
  if (applications.length === 0) return <Nothing params={params} />;
  const hrefAt = (cursor: string | null) => cursor && inboxHref({ ...params, cursor });
  return (
    <>
      <ul className="overflow-hidden rounded-card border border-line bg-panel shadow-card" {...keys}>
        {applications.map((application) => (
          <InboxRow
            key={application.id}
            application={application}
            pet={pets?.find(({ id }) => id === application.petId)}
            replyDays={replyDays}
          />
        ))}
      </ul>
      <PageLinks
        first={inboxHref({ ...params, cursor: undefined })}
        prev={hrefAt(prev)}
        next={hrefAt(next)}
        isFirst={!params.cursor}
        sort={params.sort}
      />
    </>
  );
}

function Nothing({ params }: { params: InboxParams }) {
  return (
    <Notice>
      <p>{nothingWords(params)}</p>
      {Object.values(params).some(Boolean) && (
        <ButtonLink look="quiet" href={inboxHref({})}>
          Show all applications
        </ButtonLink>
      )}
    </Notice>
  );
}

function nothingWords({ q, ongoing, folder, toTell, handledBy, petId, cursor }: InboxParams): string {
  if (q || petId || cursor) return "No application matches.";
  if (folder) return "Nothing suspicious. Possible spam is kept here, apart from the other applications.";
  if (toTell) return "Everybody has been told.";
  if (handledBy) return "Nothing here. Open an application and choose “I’ll handle this”.";
  const arrival = "arrive here when somebody asks for an animal on its page.";
  return ongoing ? `Nothing to do. New applications ${arrival}` : `No applications yet. They ${arrival}`;
}
