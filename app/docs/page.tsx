import type { Metadata } from "next";
import { formatCount, PLAN_LABELS } from "@/lib/keys/labels";
import { PLAN_LIMITS, PLANS } from "@/lib/limits/plans";
import { GET_PET_DEPRECATION } from "@/lib/pets/deprecation";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "@/lib/pets/page-size";
import { dateWords } from "@/lib/time-words";

export const metadata: Metadata = {
  title: "API reference",
  description: "The three operations of the pet adoption API: parameters, responses and errors.",
};

const LIST = `curl -H "Authorization: Bearer $API_KEY" "http://127.0.0.1:3000/v1/pets?status=available&limit=20"`;
const CREATE = `curl -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"name":"Biscuit","categoryId":1}' http://127.0.0.1:3000/v1/pets`;
const GET_ONE = `curl -H "Authorization: Bearer $API_KEY" http://127.0.0.1:3000/v1/pets/1`;
const ERROR = `{"code":"bad_request","message":"limit must be a whole number from 1 to 100","status":400}`;

const LIMITS = `X-RateLimit-Limit: 60
X-RateLimit-Remaining: 59
X-RateLimit-Reset: 1795262460
RateLimit-Policy: "minute";q=60;w=60, "day";q=1000;w=86400
RateLimit: "minute";r=59;t=31, "day";r=941;t=41791`;

const REMOVAL = dateWords(GET_PET_DEPRECATION.sunset);

/** Text of a terminal or a response. Wide text scrolls, also with the keyboard. */
function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

/** The API reference. The Deprecation link of getPet points here. */
export default function DocsPage() {
  return (
    <article className="prose">
      <h1>API reference</h1>
      <p>
        JSON over HTTP, version 1.0.0, under <code>/v1</code>. Every operation needs an API key:{" "}
        <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Identifiers are 64-bit integers: use a JSON parser that
        keeps all digits. There is also an <a href="/openapi.json">OpenAPI document</a>.
      </p>

      <h2 id="listPets">List animals</h2>
      <p>
        <code>GET /v1/pets</code> returns 200 with an array of animals, newest first. Scope <code>pets:read</code>.
      </p>
      <ul>
        <li>
          <code>limit</code>: 1 to {MAX_PAGE_SIZE}, {PAGE_SIZE} when absent.
        </li>
        <li>
          <code>status</code>: <code>available</code>, <code>pending</code> or <code>sold</code>; all when absent.
        </li>
        <li>
          <code>cursor</code>: from the <code>Link</code> header of another page (<code>rel=&quot;next&quot;</code>,{" "}
          <code>&quot;prev&quot;</code>, <code>&quot;first&quot;</code>). The last page has no <code>next</code>.
        </li>
      </ul>
      <Code text={LIST} />

      <h2 id="createPet">Add an animal</h2>
      <p>
        <code>POST /v1/pets</code> takes <code>name</code> (1 to 255 characters), <code>categoryId</code> (int64) and
        optionally <code>status</code> (<code>available</code> when absent), and returns 201 with the animal, its{" "}
        <code>id</code> and a <code>Location</code>. Unknown fields are refused. Scope <code>pets:write</code>. With an{" "}
        <code>Idempotency-Key</code> (1 to 255 characters of your choice) a request is safe to send again: for 24 hours,
        the same key with the same body gets the first response, byte for byte, marked{" "}
        <code>Idempotent-Replayed: true</code>. Another body gets 422; 409 means that the first request is still
        running. Operations that do not take such a key refuse it with 400.
      </p>
      <Code text={CREATE} />

      <h2 id="getPet">Get an animal (deprecated)</h2>
      <p>
        <code>GET /v1/pets/{"{petId}"}</code> returns 200 with the animal, or 404. It will be removed on {REMOVAL} and
        returns 410 from then on; use <code>GET /v1/pets</code> with a <code>status</code> filter instead. Scope{" "}
        <code>pets:read</code>.
      </p>
      <Code text={GET_ONE} />

      <h2 id="limits">Limits</h2>
      <p>
        Requests are counted per API key in two windows: the UTC minute and the UTC day. A request has to fit in both; a
        refused request is not counted.
      </p>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Requests per minute</th>
              <th scope="col">Requests per day</th>
            </tr>
          </thead>
          <tbody>
            {PLANS.map((plan) => (
              <tr key={plan}>
                <th scope="row">{PLAN_LABELS[plan]}</th>
                <td>{plan === "enterprise" ? "its own" : formatCount(PLAN_LIMITS[plan].perMinute)}</td>
                <td>{plan === "enterprise" ? "its own" : formatCount(PLAN_LIMITS[plan].perDay)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>Every response shows how much is left, in the window that will block you first:</p>
      <Code text={LIMITS} />
      <p>
        <code>X-RateLimit-Reset</code> is a Unix timestamp. Over the limit the answer is 429 with{" "}
        <code>Retry-After</code> in seconds: wait that long, and longer each time it happens again. Ten more requests
        between that 429 and its reset ban the key for a minute, the next time for five minutes, then for an hour (code{" "}
        <code>key_suspended</code>); the first two seconds do not count. An admin can lift one ban a day. Requests
        without a valid key are counted by address.
      </p>

      <h2 id="stability">Stability</h2>
      <p>
        A response with <code>X-Stability: beta</code> or <code>experimental</code> comes from an operation that may
        still change. The three operations above are stable.
      </p>

      <h2 id="errors">Errors</h2>
      <p>
        The body of every error has exactly <code>code</code>, <code>message</code> and <code>status</code>:
      </p>
      <Code text={ERROR} />
      <p>
        400 invalid input, 401 missing or invalid API key, 403 missing scope, 404 not found, 405 wrong method, 409 an
        earlier request with this Idempotency-Key is still running, 410 removed, 413 body over 64 KiB, 415 not JSON, 422
        Idempotency-Key used with another body, 429 over the limit, 503 try again after <code>Retry-After</code>{" "}
        seconds. Quote the <code>X-Request-Id</code> header when you report a problem.
      </p>
    </article>
  );
}
