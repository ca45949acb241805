"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, KEY_STATE_LABELS, PLAN_LABELS } from "@/lib/keys/labels";
import { keysQuery } from "@/lib/keys/queries";
import type { KeySummary } from "@/lib/keys/schema";
import { Badge } from "../ui/badge";
import { desk, listHeading } from "../ui/desk";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { Loaded } from "../ui/loaded";
import { LoadingRows } from "../ui/loading";
import { Notice } from "../ui/panel";
import { numberCell, Table } from "../ui/table";
import { Time } from "../ui/time";
import { KeyForm } from "./key-form";
import { KEY_STATE_TONES } from "./key-state-tones";

/** The admins' page of API keys: create one, see all. */
export function KeyDesk() {
  const query = useQuery(keysQuery());
  return (
    <div className={desk}>
      <KeyForm />
      <section aria-labelledby="keys-heading" aria-busy={query.isPending}>
        <h2 id="keys-heading" className={listHeading}>
          All keys
        </h2>
        <Loaded what="The keys" query={query} loading={<LoadingRows />}>
          {(keys) =>
            keys.length > 0 ? (
              <KeyTable keys={keys} />
            ) : (
              <Notice>There are no keys yet. Create the first one with the form.</Notice>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

function KeyTable({ keys }: { keys: KeySummary[] }) {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Key</th>
          <th scope="col">Plan</th>
          <th scope="col">State</th>
          <th scope="col" className={numberCell}>
            Today
          </th>
          <th scope="col">Last used</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              <Link className={rowLink} href={`/staff/keys/${key.id}`}>
                {key.name}
              </Link>
            </th>
            <td>
              <code>{key.prefix}…</code>
            </td>
            <td>{PLAN_LABELS[key.plan]}</td>
            <td>
              <Badge tone={KEY_STATE_TONES[key.state]}>{KEY_STATE_LABELS[key.state]}</Badge>
            </td>
            <td className={numberCell}>{formatCount(key.requestsToday)}</td>
            <td>{key.lastUsedAt ? <Time iso={key.lastUsedAt} /> : "never"}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
