"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, KEY_STATE_LABELS, planLabel, SCOPE_LABELS } from "@/lib/keys/labels";
import { keyQuery } from "@/lib/keys/queries";
import type { KeyDetail } from "@/lib/keys/schema";
import { dateWords } from "@/lib/time-words";
import { Badge } from "../ui/badge";
import { BarChart } from "../ui/bar-chart";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { Loaded } from "../ui/loaded";
import { Meter } from "../ui/meter";
import { panel, stack } from "../ui/panel";
import { Time } from "../ui/time";
import { KeyActions } from "./key-actions";
import { KeyBans } from "./key-bans";
import { KEY_STATE_TONES } from "./key-state-tones";
import { LoadingKey } from "./loading-key";

/** Everything about one API key, live. */
export function KeyPage({ id }: { id: string }) {
  const query = useQuery(keyQuery(id));
  return (
    <>
      <p>
        <Link className={rowLink} href="/staff/keys">
          ← All keys
        </Link>
      </p>
      <h1>{query.data?.name ?? "API key"}</h1>
      <Loaded what="This key" query={query} loading={<LoadingKey />}>
        {(key) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desk:grid-cols-2">
            <Facts detail={key} />
            <Windows detail={key} />
            <Usage detail={key} />
            <KeyBans detail={key} />
            <KeyActions detail={key} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ detail }: { detail: KeyDetail }) {
  const { prefix, plan, perMinute, perDay, scopes, state, createdAt, expiresAt, revokedAt, lastUsedAt } = detail;
  const own = `Enterprise: ${formatCount(perMinute)} a minute, ${formatCount(perDay)} a day`;
  return (
    <section className={cx(panel, stack)} aria-labelledby="facts-heading">
      <h2 id="facts-heading">The key</h2>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 [&_dt]:text-soft">
        <dt>State</dt>
        <dd>
          <Badge tone={KEY_STATE_TONES[state]}>{KEY_STATE_LABELS[state]}</Badge>
        </dd>
        <dt>Starts with</dt>
        <dd>
          <code>{prefix}</code>
        </dd>
        <dt>Plan</dt>
        <dd>{plan === "enterprise" ? own : planLabel(plan)}</dd>
        <dt>Permissions</dt>
        <dd>{scopes.map((scope) => SCOPE_LABELS[scope]).join(", ")}</dd>
        <dt>Created</dt>
        <dd>
          <Time iso={createdAt} />
        </dd>
        <dt>{revokedAt ? "Revoked" : "Expires"}</dt>
        <dd>{(revokedAt ?? expiresAt) ? <Time iso={String(revokedAt ?? expiresAt)} /> : "never"}</dd>
        <dt>Last used</dt>
        <dd>{lastUsedAt ? <Time iso={lastUsedAt} /> : "never"}</dd>
      </dl>
    </section>
  );
}

/** What is left of the limits: the numbers that the headers of the next response will show. */
function Windows({ detail: { minute, day } }: { detail: KeyDetail }) {
  return (
    <section className={cx(panel, stack)} aria-labelledby="windows-heading">
      <h2 id="windows-heading">Limits now</h2>
      <Meter label="This minute" {...minute} />
      <Meter label="Today (UTC)" {...day} />
    </section>
  );
}

function Usage({ detail: { usage, sunset } }: { detail: KeyDetail }) {
  const sum = (of: "requests" | "refused" | "deprecated") => usage.reduce((total, day) => total + day[of], 0);
  return (
    <section className={cx(panel, stack, "desk:col-span-2")} aria-labelledby="usage-heading">
      <h2 id="usage-heading">The last 30 days</h2>
      <BarChart
        title="Requests a day"
        names={["answered", "refused"]}
        bars={usage.map(({ day, requests, refused }) => ({ label: day, parts: [requests, refused] }))}
      />
      <ul className="list-disc ps-5">
        <li>
          Answered: <strong>{formatCount(sum("requests"))}</strong>
        </li>
        <li>
          Refused, because a limit was reached: <strong>{formatCount(sum("refused"))}</strong>
        </li>
        <li>
          To <code>GET /v1/pets/{"{petId}"}</code>, which is deprecated:{" "}
          <strong>{formatCount(sum("deprecated"))}</strong>. It will be removed on {dateWords(new Date(sunset.date))},
          in <strong>{formatCount(sunset.daysLeft)}</strong> days.
        </li>
      </ul>
    </section>
  );
}
