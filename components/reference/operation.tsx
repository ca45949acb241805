import type { Body, ReferenceOperation } from "@/lib/api/reference";
import { dateWords } from "@/lib/time-words";
import { cx } from "../ui/cx";

/** Laid out only while it is near the window. The browser still searches in it, jumps to it and prints it. */
const whileVisible = "[content-visibility:auto] [contain-intrinsic-size:auto_38rem] [overflow-clip-margin:0.5rem]";
const subheading = "mt-4 font-semibold";

/** An operation: its input and its responses. Its id is its anchor. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, summary, method, path, scope, stability, sunset, parameters, body, success, refusals } = operation;
  return (
    <section data-part="operation" className={cx(whileVisible, "mt-6 border-t border-line pt-4 [&_p]:my-2")}>
      <h3 id={id} className="[&_a]:text-inherit [&_a]:decoration-control-line [&_a]:underline-offset-[0.25em]">
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
          <h4 className={subheading}>Parameters</h4>
          <Fields fields={parameters.map((parameter) => ({ ...parameter, place: `in the ${parameter.place}` }))} />
        </>
      )}
      {body && (
        <>
          <h4 className={subheading}>Body</h4>
          <BodyParts body={body} />
        </>
      )}
      <h4 className={subheading}>Answers</h4>
      <details>
        <summary>{success.body ? `${success.status}: ${success.body.words}` : `${success.status}: no body`}</summary>
        {success.headers.length > 0 && (
          <p>
            Headers: <code>{success.headers.join(", ")}</code>
          </p>
        )}
        {success.body && <Fields fields={success.body.fields} />}
      </details>
      <ul className="my-0 flex list-none flex-wrap gap-x-4 gap-y-[0.2rem] ps-0 text-sm/[1.55]">
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
    <dl className="mt-[0.3rem] mb-0 text-sm/[1.55]">
      {fields.map(({ name, required, words, place }) => (
        <div
          key={`${place} ${name}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-4 py-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)]"
        >
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{[place, required ? "required" : "optional", words].filter(Boolean).join("; ")}</dd>
        </div>
      ))}
    </dl>
  );
}
