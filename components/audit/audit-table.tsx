"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { auditQuery } from "@/lib/audit/queries";
import type { AuditEntry } from "@/lib/audit/schema";
import { ACTION_WORDS } from "@/lib/audit/words";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Time } from "../ui/time";

/** Who changed what about keys and people, and who signed in, newest first. */
export function AuditTable() {
  const query = useQuery(auditQuery());
  return (
    <Loaded what="The changes" query={query} loading={<LoadingRows />}>
      {(entries) =>
        entries.length > 0 ? (
          <Entries entries={entries} />
        ) : (
          <p className="notice">
            Nothing yet. Every change to a key or a person is written down here, and every sign-in.
          </p>
        )
      }
    </Loaded>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <div className="table-scroll">
      <table>
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
                {ACTION_WORDS[action as keyof typeof ACTION_WORDS] ?? action}{" "}
                {action.startsWith("key.") ? (
                  <Link className="row-link" href={`/staff/keys/${subject}`} prefetch={false}>
                    {subject}
                  </Link>
                ) : (
                  // Whoever signs in does it to themselves.
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
      </table>
    </div>
  );
}
