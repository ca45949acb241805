"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { actionWords, OTHER_ACTORS } from "@/lib/audit/labels";
import { auditQuery } from "@/lib/audit/queries";
import type { AuditEntry } from "@/lib/audit/schema";
import { PersonByEmail } from "../people/person-by-email";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { Table, TableHead } from "../ui/table";
import { Ago, Minute } from "../ui/time";
import { AuditFilters, useAuditFilter } from "./audit-filters";
import { changedValues, detailsWords } from "./details-words";

/** The audit, newest first: changes to keys, people and settings, sign-ins, and deleted applications. */
export function AuditTable() {
  const { filter, change, clear } = useAuditFilter();
  const query = useInfiniteQuery(auditQuery(filter));
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const list = useRef<HTMLElement>(null);
  const readOlder = async () => {
    if (isFetching) return;
    const read = await fetchNextPage();
    // After the last page the button disappears and would take the focus with it.
    if (!read.hasNextPage) list.current?.focus();
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <AuditFilters filter={filter} change={change} />
      <Loaded what="The changes" query={query} loading={<LoadingRows />}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <Nothing isFiltered={isFiltered} onClear={clear} />;
          return (
            <section ref={list} tabIndex={-1} aria-label="Changes" aria-busy={isFetching} className="grid gap-3">
              <p className="text-soft" role="status">
                {headlineOf(entries.length, hasNextPage, isFiltered)}
              </p>
              <Entries entries={entries} />
              {hasNextPage && (
                <Button look="quiet" className="justify-self-start" busy={isFetching} onClick={readOlder}>
                  {isFetching ? "Loading…" : "Older changes"}
                </Button>
              )}
            </section>
          );
        }}
      </Loaded>
    </>
  );
}

function headlineOf(count: number, isMore: boolean, isFiltered: boolean): string {
  const words = `${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}`;
  return `${isMore ? `The latest ${words}` : words}${isFiltered ? " that match" : ""}`;
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  if (!isFiltered) return <Notice>Nothing yet. Sign-ins and changes to keys, people and settings appear here.</Notice>;
  return (
    <Notice>
      <p>No change matches these filters.</p>
      <Button onClick={onClear}>Show all changes</Button>
    </Notice>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table cards sticky>
      <TableHead sticky names={["When", "Who", "What"]} />
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id.toString()}>
            <td className="text-soft max-md:order-last max-md:text-sm">
              <span>
                <Minute iso={entry.at} /> <span className="md:hidden">·</span>{" "}
                <span className="text-sm md:block">
                  <Ago iso={entry.at} />
                </span>
              </span>
            </td>
            <td className="wrap-anywhere max-md:font-semibold md:min-w-56">
              <div className="min-w-0">
                <Actor name={entry.actor} />
              </div>
            </td>
            <td className="wrap-anywhere max-md:flex-col max-md:gap-0!">
              <span className="max-w-full wrap-anywhere">
                {actionWords(entry)} <Subject entry={entry} />
              </span>
              <p className="max-w-full text-sm text-soft empty:hidden">{detailsWords(entry)}</p>
              <ChangedValues entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Actor({ name }: { name: string }) {
  return OTHER_ACTORS[name] ?? <PersonByEmail email={name} />;
}

/** What was changed: a key by its name, or a person by their e-mail address. */
function Subject({ entry: { action, subject, actor, keyName } }: { entry: AuditEntry }) {
  if (action.startsWith("key.")) {
    return (
      <Link className={cx(rowLink, "-my-3")} href={`/staff/keys/${subject}`}>
        <bdi>{keyName ?? subject}</bdi>
      </Link>
    );
  }
  // A person who signs in is both actor and subject, so one e-mail address is enough. A deleted application has no
  // name.
  if (action.startsWith("application.") || (subject === actor && action !== "person.name")) return null;
  return action.startsWith("person.") ? <PersonByEmail email={subject} /> : <bdi>{subject}</bdi>;
}

/** The changed fields, which unfold to show their earlier and new values. */
function ChangedValues({ entry }: { entry: AuditEntry }) {
  const values = changedValues(entry);
  if (values.length === 0) return null;
  return (
    <details className="max-w-full text-sm">
      <summary className="justify-start! text-soft">{values.map(({ name }) => name).join(", ")}</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pb-2">
        {values.map(({ name, from, to }) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <s className="text-soft">
                <bdi>{from}</bdi>
              </s>{" "}
              → <bdi>{to}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
