"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/lib/http/errors";
import { KEYS, keyQuery, sendKeyAction } from "@/lib/keys/client";
import type { KeyDetail } from "@/lib/keys/schema";
import { formatCount, KEY_STATE_LABELS, KEY_STATE_TONES, planLabel, SCOPE_LABELS } from "@/lib/keys/words";
import { dateWords, dayWords } from "@/lib/values/time-words";
import { useCommand } from "../audit/use-command";
import { RequestProblem } from "../people/request-problem";
import { useSiteName } from "../people/signed-in";
import { Button, ButtonLink } from "../ui/button";
import { BarChart, Meter } from "../ui/charts";
import { FormMessage } from "../ui/field";
import { Loaded } from "../ui/load-problem";
import { BackLink, PageHead, useTitle } from "../ui/page-head";
import { Notice, Panel } from "../ui/panel";
import { Table } from "../ui/table";
import { Badge } from "../ui/text";
import { Ago, Time } from "../ui/time";
import { KeyRevocation, KeyRotation } from "./key-actions";
import { KeyEdit } from "./key-edit";

/** The heading gets the focus when the button disappears. */
const focusBans = () => document.getElementById("bans-heading")?.focus();

function KeyBans({ detail: { id, state, bans, mayLiftBan } }: { detail: KeyDetail }) {
  const lift = useCommand({ send: () => sendKeyAction(id, "unban"), reads: KEYS, onDone: focusBans });
  return (
    <Panel id="bans-heading" title="Bans" className="lg:col-span-2">
      {state === "suspended" &&
        (mayLiftBan ? (
          <Button className="justify-self-start" busy={lift.isPending} onClick={() => void lift.run()}>
            Lift the ban now
          </Button>
        ) : (
          <p>A ban can be lifted once in 24 hours, and one already was. This ban ends automatically.</p>
        ))}
      <FormMessage kind="done" role="status">
        {lift.isSuccess && "The ban is lifted."}
      </FormMessage>
      <RequestProblem {...lift.problem} />
      <Table names={["From", "Until", "Why"]}>
        {bans.map(({ startedAt, endsAt, liftedAt, reason }) => (
          <tr key={startedAt}>
            <td data-label="From">
              <Time iso={startedAt} />
            </td>
            <td data-label="Until">
              <Time iso={liftedAt ?? endsAt} />
              {liftedAt && " (lifted)"}
            </td>
            <td data-label="Why" className="max-md:flex-col max-md:gap-0!">
              {reason}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** Everything about one API key, refreshed until it is revoked. */
export function KeyPage({ id }: { id: string }) {
  const query = useQuery(keyQuery(id));
  if (query.error instanceof ApiError && query.error.status === 404) return <NoKey />;
  const isRevoked = query.data?.state === "revoked";
  return (
    <>
      <BackLink href="/staff/keys">All keys</BackLink>
      <PageHead title={query.data ? <bdi>{query.data.name}</bdi> : "API key"}>
        {query.data && !isRevoked && <KeyEdit detail={query.data} />}
      </PageHead>
      <Loaded what="This key" query={query}>
        {(key) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
            <Facts detail={key} />
            {!isRevoked && <Windows detail={key} />}
            {isUsed(key) && <Usage detail={key} />}
            {key.bans.length > 0 && <KeyBans detail={key} />}
            {!isRevoked && <KeyRotation detail={key} />}
            {!isRevoked && <KeyRevocation detail={key} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function NoKey() {
  return (
    <>
      <h1>There is no such key</h1>
      <Notice>
        <p>This link leads to no key. Keys are never deleted, so the link is probably incomplete.</p>
        <ButtonLink href="/staff/keys">See all keys</ButtonLink>
      </Notice>
    </>
  );
}

function Facts({ detail }: { detail: KeyDetail }) {
  useTitle(detail.name, useSiteName());
  const { prefix, plan, perMinute, perDay, scopes, state, createdAt, expiresAt, revokedAt, lastUsedAt } = detail;
  const ownLimits = `Enterprise: ${formatCount(perMinute)} a minute, ${formatCount(perDay)} a day`;
  return (
    <Panel id="facts-heading" title="The key" className={state === "revoked" ? "lg:col-span-2" : undefined}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 [&_dt]:text-soft">
        <Fact label="State">
          <Badge tone={KEY_STATE_TONES[state]}>{KEY_STATE_LABELS[state]}</Badge>
        </Fact>
        <Fact label="Starts with">
          <code>{prefix}</code>
        </Fact>
        <Fact label="Plan">{plan === "enterprise" ? ownLimits : planLabel(plan)}</Fact>
        <Fact label="Permissions">{scopes.map((scope) => SCOPE_LABELS[scope]).join(", ")}</Fact>
        <Fact label="Created">
          <Time iso={createdAt} />
        </Fact>
        {revokedAt && (
          <Fact label="Revoked">
            <Time iso={revokedAt} />
          </Fact>
        )}
        {(expiresAt || !revokedAt) && <Fact label="Expires">{expiresAt ? <Time iso={expiresAt} /> : "never"}</Fact>}
        <Fact label="Last used">{lastUsedAt ? <Ago iso={lastUsedAt} /> : "never"}</Fact>
        {!isUsed(detail) && <Fact label="Requests">none in the last 30 days</Fact>}
        {detail.bans.length === 0 && !revokedAt && <Fact label="Bans">never banned</Fact>}
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What is left of the limits, as the headers of the next response will state it. */
function Windows({ detail: { minute, day } }: { detail: KeyDetail }) {
  return (
    <Panel id="windows-heading" title="Limits now">
      <Meter label="This minute" {...minute} />
      <Meter label="Today (UTC)" {...day} />
    </Panel>
  );
}

const isUsed = ({ usage }: KeyDetail) => usage.some(({ requests, refused }) => requests + refused > 0);

function Usage({ detail: { usage, sunset } }: { detail: KeyDetail }) {
  const sum = (of: "requests" | "refused" | "deprecated") => usage.reduce((total, day) => total + day[of], 0);
  return (
    <Panel id="usage-heading" title="The last 30 days" className="lg:col-span-2">
      <p className="text-soft">
        {formatCount(sum("requests"))} answered, and {formatCount(sum("refused"))} refused because a limit was reached.
      </p>
      <BarChart
        title="Requests a day"
        unit="Day"
        tones={{ answered: "green", refused: "danger" }}
        bars={usage.map(({ day, requests, refused }) => ({ label: dayWords(day), parts: [requests, refused] }))}
      />
      {sum("deprecated") > 0 && (
        <p>
          Requests to <code>GET /v1/pets/{"{petId}"}</code>, which is deprecated:{" "}
          <strong>{formatCount(sum("deprecated"))}</strong>. It will be removed on {dateWords(new Date(sunset.date))},
          in <strong>{formatCount(sunset.daysLeft)}</strong> days.
        </p>
      )}
    </Panel>
  );
}
