import type { Body, ReferenceOperation } from "@/lib/reference/reference";
import { dateWords } from "@/lib/values/time-words";

const subheading = "mt-4 font-semibold";

/** Its id is its anchor. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, summary, method, path, scope, stability, sunset, parameters, body, refusals } = operation;
  return (
    <section data-part="operation" className="mt-6 border-t border-line pt-4 [&_p]:my-2">
      <h4
        id={id}
        className="font-display text-lg font-semibold [&_a]:text-inherit [&_a]:decoration-control-line [&_a]:underline-offset-[0.25em]"
      >
        <a href={`#${id}`}>
          {summary}
          {sunset && " (deprecated)"}
        </a>
      </h4>
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
          <h5 className={subheading}>Parameters</h5>
          <Fields fields={parameters.map((parameter) => ({ ...parameter, place: `in the ${parameter.place}` }))} />
        </>
      )}
      {body && (
        <>
          <h5 className={subheading}>Body</h5>
          <BodyParts body={body} />
        </>
      )}
      <h5 className={subheading}>Answers</h5>
      <Success operation={operation} />
      <p className="text-sm/[1.55]">
        Otherwise {/* A single text, because a list for each operation would make the page a quarter larger. */}
        <code>
          {refusals.map(({ status, codes }) => `${status}\u00a0${codes.replaceAll(", ", " or ")}`).join(", ")}
        </code>
      </p>
    </section>
  );
}

function Success({ operation: { success, sameAnswer } }: { operation: ReferenceOperation }) {
  const { status, headers, body } = success;
  const words = body ? `${status}: ${body.words}` : `${status}: no body`;
  const headerNames = headers.length > 0 && (
    <p>
      Headers: <code>{headers.join(", ")}</code>
    </p>
  );
  if (sameAnswer) {
    return (
      <>
        <p>
          {words}, with the fields of <a href={`#${sameAnswer.id}`}>{sameAnswer.summary}</a>
        </p>
        {headerNames}
      </>
    );
  }
  return (
    <details>
      <summary>{words}</summary>
      {headerNames}
      {body && <Fields fields={body.fields} />}
    </details>
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
    <dl data-part="fields" className="mt-[0.3rem] mb-0 text-sm/[1.55]">
      {fields.map(({ name, required, words, place }) => (
        <div key={place ? `${place} ${name}` : name}>
          <dt>{name}</dt>
          <dd>{[place, required ? "required" : "optional", words].filter(Boolean).join("; ")}</dd>
        </div>
      ))}
    </dl>
  );
}
