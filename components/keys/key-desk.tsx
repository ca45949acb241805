"use client";

import { useQuery } from "@tanstack/react-query";
import { keysQuery } from "@/lib/keys/client";
import type { KeySummary } from "@/lib/keys/schema";
import {
  expiryWords,
  formatCount,
  KEY_STATE_LABELS,
  KEY_STATE_TONES,
  keysHeadline,
  PLAN_LABELS,
  permissionWords,
} from "@/lib/keys/words";
import { Link } from "../ui/link";
import { Loaded } from "../ui/load-problem";
import { PageHead } from "../ui/page-head";
import { Notice } from "../ui/panel";
import { cx, rowLink } from "../ui/style";
import { numberCell, PhoneComma, Table } from "../ui/table";
import { Badge } from "../ui/text";
import { Ago } from "../ui/time";
import { KeyCreate } from "./key-create";

export function KeyDesk() {
  const query = useQuery(keysQuery());
  return (
    <>
      <PageHead title="API keys" about={query.data ? keysHeadline(query.data) : "Programs that use the API"}>
        <KeyCreate />
      </PageHead>
      <section aria-label="All keys" aria-busy={query.isPending}>
        <Loaded what="The keys" query={query}>
          {(keys) =>
            keys.length > 0 ? (
              <KeyTable keys={workingFirst(keys)} />
            ) : (
              <Notice>
                <p>There are no keys yet. A program needs one to read or change animals through the API.</p>
              </Notice>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

const workingFirst = (keys: readonly KeySummary[]) =>
  [...keys].sort((one, other) => Number(one.state === "revoked") - Number(other.state === "revoked"));

/** On a phone: the name and the state, above the plan, the beginning of the key and its last use. */
const phoneRow = cx(
  "max-md:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-md:items-baseline max-md:gap-x-1.5! max-md:gap-y-0! max-md:py-2.5!",
  "max-md:[&>th]:col-span-3 max-md:[&>td:nth-child(n+3)]:text-sm max-md:[&>td:nth-child(n+3)]:text-soft",
  "max-md:[&>td]:gap-1.5! max-md:[&>td:last-child]:col-span-2",
);

function KeyTable({ keys }: { keys: KeySummary[] }) {
  return (
    <Table names={["Name", "State", "Plan", "Key", "Requests today", "Last used"]} numbers={["Requests today"]}>
      {keys.map((key) => (
        <tr key={key.id} className={phoneRow}>
          <th scope="row">
            <div className="grid justify-items-start">
              <Link className={cx(rowLink, "py-2.5")} href={`/staff/keys/${key.id}`}>
                <bdi className="line-clamp-2 pb-1 -mb-1">{key.name}</bdi>
              </Link>
              <span className="-mt-2 mb-1 text-sm font-normal text-soft max-md:mb-2">
                {permissionWords(key.scopes)}
                {/* A key that was revoked does not come back. */}
                {key.state !== "revoked" && `; ${expiryWords(key)}`}
              </span>
            </div>
          </th>
          <td>
            <Badge tone={KEY_STATE_TONES[key.state]}>{KEY_STATE_LABELS[key.state]}</Badge>
          </td>
          <td>
            <span>
              {PLAN_LABELS[key.plan]}
              <PhoneComma />
            </span>
          </td>
          <td>
            <span className="whitespace-nowrap">
              <code className="text-sm">{key.prefix}…</code>
              <PhoneComma />
            </span>
          </td>
          <td className={cx(numberCell, "max-md:hidden!")}>{formatCount(key.requestsToday)}</td>
          <td>
            <span>
              <span className="md:hidden">last used </span>
              {key.lastUsedAt ? <Ago iso={key.lastUsedAt} /> : "never"}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
