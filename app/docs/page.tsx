import type { Metadata } from "next";

export const metadata: Metadata = {
  title: "API reference",
  description: "The three operations of the pet adoption API, their parameters, answers and errors.",
};

const LIST = `curl -H "Authorization: Bearer $API_KEY" "http://127.0.0.1:3000/v1/pets?status=available&limit=20"`;
const CREATE = `curl -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"name":"Biscuit","categoryId":1}' http://127.0.0.1:3000/v1/pets`;
const GET_ONE = `curl -H "Authorization: Bearer $API_KEY" http://127.0.0.1:3000/v1/pets/1`;
const ERROR = `{"code":"bad_request","message":"limit must be a whole number from 1 to 100","status":400}`;

/** The API reference. The Deprecation link of getPet points here. */
export default function DocsPage() {
  return (
    <article className="prose">
      <h1>API reference</h1>
      <p>
        JSON over HTTP, version 1.0.0, under <code>/v1</code>. Every operation needs an API key:{" "}
        <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Identifiers are 64-bit integers: read them with a parser
        that keeps all their digits.
      </p>

      <h2 id="listPets">List animals</h2>
      <p>
        <code>GET /v1/pets</code> answers 200 with an array of animals, newest first. Scope <code>pets:read</code>.
      </p>
      <ul>
        <li>
          <code>limit</code>: 1 to 100, 20 when absent.
        </li>
        <li>
          <code>status</code>: <code>available</code>, <code>pending</code> or <code>sold</code>; all when absent.
        </li>
        <li>
          <code>cursor</code>: from the <code>Link</code> header of another page (<code>rel=&quot;next&quot;</code>,{" "}
          <code>&quot;prev&quot;</code>, <code>&quot;first&quot;</code>). The last page has no <code>next</code>.
        </li>
      </ul>
      <pre>
        <code>{LIST}</code>
      </pre>

      <h2 id="createPet">Add an animal</h2>
      <p>
        <code>POST /v1/pets</code> takes <code>name</code> (1 to 255 characters), <code>categoryId</code> (int64) and
        optionally <code>status</code> (<code>available</code> when absent), and answers 201 with the animal, its{" "}
        <code>id</code> and a <code>Location</code>. Unknown fields are refused. Scope <code>pets:write</code>.
      </p>
      <pre>
        <code>{CREATE}</code>
      </pre>

      <h2 id="getPet">Get an animal (deprecated)</h2>
      <p>
        <code>GET /v1/pets/{"{petId}"}</code> answers 200 with the animal or 404. It will be removed on 5 December 2030
        and answers 410 from then on; use <code>GET /v1/pets</code> with a <code>status</code> filter instead. Scope{" "}
        <code>pets:read</code>.
      </p>
      <pre>
        <code>{GET_ONE}</code>
      </pre>

      <h2 id="errors">Errors</h2>
      <p>
        Every refusal has a body with exactly <code>code</code>, <code>message</code> and <code>status</code>:
      </p>
      <pre>
        <code>{ERROR}</code>
      </pre>
      <p>
        400 invalid input, 401 missing or invalid API key, 403 missing scope, 404 not found, 405 wrong method, 410
        removed, 413 body over 64 KiB, 415 not JSON, 503 try again after <code>Retry-After</code> seconds. Quote the{" "}
        <code>X-Request-Id</code> header when you report a problem.
      </p>
    </article>
  );
}
