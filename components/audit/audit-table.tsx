"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { actionWords } from "@/lib/audit/labels";
import { auditQuery } from "@/lib/audit/queries";
import type { AuditEntry } from "@/lib/audit/schema";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { Table } from "../ui/table";
import { Time } from "../ui/time";

/** The audit: changes to keys, people and settings, sign-ins, deleted applications; newest first. */
export function AuditTable() {
  const query = useInfiniteQuery(auditQuery());
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const list = useRef<HTMLElement>(null);
  const readOlder = async () => {
    if (isFetching) return;
    const read = await fetchNextPage();
    // The button is gone after the last page, and its focus with it.
    if (!read.hasNextPage) list.current?.focus();
  };
  return (
    <Loaded what="The changes" query={query} loading={<LoadingRows />}>
      {({ pages }) => (
        <section ref={list} tabIndex={-1} aria-label="Changes">
          <Entries entries={pages.flatMap(({ entries }) => entries)} />
          {hasNextPage && (
            <Button look="quiet" className="mt-4" busy={isFetching} onClick={readOlder}>
              Older changes
            </Button>
          )}
        </section>
      )}
    </Loaded>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) {
    return <Notice>Nothing yet. Changes to keys and people appear here, and sign-ins too.</Notice>;
  }
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, actor, action, subject, details }) => (
          <tr key={id.toString()}>
            <td>
              <Time iso={at} />
            </td>
            <td>{actor}</td>
            <td>
              {actionWords(action)}{" "}
              {action.startsWith("key.") ? (
                <Link className={rowLink} href={`/staff/keys/${subject}`}>
                  {subject}
                </Link>
              ) : (
                // A person who signs in is both actor and subject: one address is enough.
                subject !== actor && subject
              )}
            </td>
            <td>
              {Object.entries(details)
                .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`)
                .join("; ")}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
