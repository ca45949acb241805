"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatCount, KEY_STATE_LABELS, PLAN_LABELS } from "@/lib/keys/labels";
import { keysQuery } from "@/lib/keys/queries";
import type { KeySummary } from "@/lib/keys/schema";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Time } from "../ui/time";
import { KeyForm } from "./key-form";

/** The admins' page of API keys: create one, see all. */
export function KeyDesk() {
  const query = useQuery(keysQuery());
  return (
    <div className="desk">
      <KeyForm />
      <section aria-labelledby="keys-heading" aria-busy={query.isPending}>
        <h2 id="keys-heading" className="list-heading">
          All keys
        </h2>
        <Loaded what="The keys" query={query} loading={<LoadingRows />}>
          {(keys) =>
            keys.length > 0 ? (
              <KeyTable keys={keys} />
            ) : (
              <p className="notice">There are no keys yet. Create the first one with the form.</p>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

function KeyTable({ keys }: { keys: KeySummary[] }) {
  return (
    <div className="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">Plan</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Today
            </th>
            <th scope="col">Last used</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row">
                <Link className="row-link" href={`/staff/keys/${key.id}`} prefetch={false}>
                  {key.name}
                </Link>
              </th>
              <td>
                <code>{key.prefix}…</code>
              </td>
              <td>{PLAN_LABELS[key.plan]}</td>
              <td>
                <span className="badge" data-state={key.state}>
                  {KEY_STATE_LABELS[key.state]}
                </span>
              </td>
              <td className="number">{formatCount(key.requestsToday)}</td>
              <td>{key.lastUsedAt ? <Time iso={key.lastUsedAt} /> : "never"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
