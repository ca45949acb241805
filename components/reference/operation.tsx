import type { Body, ReferenceOperation } from "@/lib/api/reference";
import { dateWords } from "@/lib/time-words";

/** An operation: its input and its responses. Its id is its anchor. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, summary, method, path, scope, stability, sunset, parameters, body, success, refusals } = operation;
  return (
    <section className="operation">
      <h3 id={id}>
        <a href={`#${id}`}>
          {summary}
          {sunset && " (deprecated)"}
        </a>
      </h3>
      <p>
        <code>
          {method} {path}
        </code>
      </p>
      <p>
        Scope <code>{scope}</code>
        {stability && `, ${stability}`}
        {sunset && `. It is removed on ${dateWords(sunset)} and answers 410 from then on`}.
      </p>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Fields fields={parameters.map((parameter) => ({ ...parameter, place: `in the ${parameter.place}` }))} />
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <BodyParts body={body} />
        </>
      )}
      <h4>Answers</h4>
      <details>
        <summary>{success.body ? `${success.status}: ${success.body.words}` : `${success.status}: no body`}</summary>
        {success.headers.length > 0 && (
          <p>
            Headers: <code>{success.headers.join(", ")}</code>
          </p>
        )}
        {success.body && <Fields fields={success.body.fields} />}
      </details>
      <ul className="codes">
        {refusals.map(({ status, codes }) => (
          <li key={status}>
            {status} <code>{codes}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BodyParts({ body: { types, words, fields } }: { body: Body }) {
  return (
    <>
      <p>
        <code>{types.join(", ")}</code>: {fields.length > 0 || words !== "object" ? words : "an empty object"}.
      </p>
      <Fields fields={fields} />
    </>
  );
}

type FieldRow = { name: string; required: boolean; words: string; place?: string };

function Fields({ fields }: { fields: readonly FieldRow[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="fields">
      {fields.map(({ name, required, words, place }) => (
        <div key={`${place} ${name}`}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{[place, required ? "required" : "optional", words].filter(Boolean).join("; ")}</dd>
        </div>
      ))}
    </dl>
  );
}
