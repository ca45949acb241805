import { Fragment, type ReactNode } from "react";
import { formatCount, PLAN_LABELS } from "@/lib/keys/words";
import { PLAN_LIMITS, PLANS } from "@/lib/limits/plans";
import { GET_PET_DEPRECATION } from "@/lib/pets/schema";
import { dateWords } from "@/lib/values/time-words";
import { Table } from "../ui/table";

/** Long lines wrap. */
function CodeBlock({ text }: { text: string }) {
  return (
    <pre className="rounded-card border border-line bg-panel px-4 py-[0.9rem] text-sm wrap-anywhere whitespace-pre-wrap">
      <code>{text}</code>
    </pre>
  );
}

const ERROR = `{"code":"bad_request","message":"limit must be a whole number from 1 to 100","status":400}`;

const LIMITS = `X-RateLimit-Limit: 60
X-RateLimit-Remaining: 59
X-RateLimit-Reset: 1795262460
RateLimit-Policy: "minute";q=60;w=60, "day";q=1000;w=86400
RateLimit: "minute";r=59;t=31, "day";r=941;t=41791`;

const REMOVAL = dateWords(GET_PET_DEPRECATION.sunset);

/** By the id of their heading. The commands work as they are. */
export const TOPICS: readonly { id: string; title: string; text(origin: string): ReactNode }[] = [
  {
    id: "authentication",
    title: "Keys",
    text: (origin) => (
      <>
        <p>
          Programs send an API key: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Each operation names the scope
          that it needs. A key without this scope gets 403. No key can have <code>admin</code> or the scopes of
          applications: only this site uses those operations.
        </p>
        <CodeBlock
          text={`curl -H "Authorization: Bearer $API_KEY" \\
  "${origin}/v1/pets?status=available&limit=20"`}
        />
        <CodeBlock
          text={`curl -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"Biscuit","categoryId":1}' \\
  ${origin}/v1/pets`}
        />
      </>
    ),
  },
  {
    id: "values",
    title: "Values",
    text: () => (
      <p>
        Identifiers (int64) are 64-bit integers: use a JSON parser that keeps all digits. <code>null</code> means that
        something is not known. Unknown fields of a body are refused, unknown parameters are ignored.
      </p>
    ),
  },
  {
    id: "paging",
    title: "Paging",
    text: () => (
      <p>
        A list is an array, newest first. Its <code>Link</code> header leads to other pages (
        <code>rel=&quot;next&quot;</code>, <code>&quot;prev&quot;</code>, <code>&quot;first&quot;</code>). The last page
        has no <code>next</code>. A <code>cursor</code> comes from such a link.
      </p>
    ),
  },
  {
    id: "versions",
    title: "Versions and If-Match",
    text: (origin) => (
      <>
        <p>
          What can be changed has a version, in the <code>ETag</code> header. Send it back as <code>If-Match</code>, and
          a change is made only if nobody else has made one since you read: otherwise the answer is 412. Where{" "}
          <code>If-Match</code> is required, its absence is 428; where it cannot be honoured, it is refused with 400.
        </p>
        <CodeBlock
          text={`curl -X PATCH -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H 'If-Match: "7"' -d '{"status":"pending"}' \\
  ${origin}/v1/pets/1`}
        />
      </>
    ),
  },
  {
    id: "idempotency",
    title: "Idempotency-Key",
    text: () => (
      <p>
        What changes something takes an <code>Idempotency-Key</code>, which makes it safe to send again: for 24 hours,
        the same key with the same request gets the first response, byte for byte, marked{" "}
        <code>Idempotent-Replayed: true</code>. Another request gets 422; 409 means that the first one is still running,
        or that its response had a secret. The <code>Change-Set</code> of a response names what it has changed.
      </p>
    ),
  },
  {
    id: "limits",
    title: "Limits",
    text: () => (
      <>
        <p>
          Requests are counted per API key in two windows: the UTC minute and the UTC day. A request has to fit in both;
          a refused request is not counted.
        </p>
        <Table names={["Plan", "Requests per minute", "Requests per day"]}>
          {PLANS.map((plan) => (
            <tr key={plan}>
              <th scope="row">{PLAN_LABELS[plan]}</th>
              <td data-label="A minute">
                {plan === "enterprise" ? "set for each key" : formatCount(PLAN_LIMITS[plan].perMinute)}
              </td>
              <td data-label="A day">
                {plan === "enterprise" ? "set for each key" : formatCount(PLAN_LIMITS[plan].perDay)}
              </td>
            </tr>
          ))}
        </Table>
        <p>Every response shows how much is left, in the window that will block you first:</p>
        <CodeBlock text={LIMITS} />
        <p>
          <code>X-RateLimit-Reset</code> is a Unix timestamp. Over the limit the answer is 429 with{" "}
          <code>Retry-After</code> in seconds: wait that long, and longer each time it happens again. A key that keeps
          sending requests between that 429 and its reset is banned for a while, and longer each time (code{" "}
          <code>key_suspended</code>). By default, ten such requests ban it for a minute, then five minutes, then an
          hour. Requests in the first two seconds are forgiven. An admin can lift one ban of a key a day. Requests
          without a valid key are counted by IP address.
        </p>
      </>
    ),
  },
  {
    id: "errors",
    title: "Errors",
    text: () => (
      <>
        <p>
          The body of every error has exactly <code>code</code>, <code>message</code> and <code>status</code>. The code
          is for programs and does not change; each operation lists its codes.
        </p>
        <CodeBlock text={ERROR} />
        <p>
          After 503 try again when <code>Retry-After</code> says so. Quote the <code>X-Request-Id</code> header when you
          report a problem.
        </p>
      </>
    ),
  },
  {
    id: "stability",
    title: "Stability",
    text: () => (
      <p>
        Operations that are marked <code>experimental</code> or <code>beta</code>, here and in the{" "}
        <code>X-Stability</code> header, may still change. The others are stable. <a href="#getPet">getPet</a> is
        removed on {REMOVAL}; use <code>GET /v1/pets</code> with a <code>status</code> filter instead.
      </p>
    ),
  },
];

export function Topics({ origin }: { origin: string }) {
  return TOPICS.map(({ id, title, text }) => (
    <Fragment key={id}>
      <h2 id={id}>{title}</h2>
      {text(origin)}
    </Fragment>
  ));
}
