import type { Metadata } from "next";
import { Operation } from "@/components/reference/operation";
import { TOPICS, Topics } from "@/components/reference/topics";
import { barLink, cx } from "@/components/ui/style";
import { siteOrigin } from "@/lib/http/site";
import { describeReference } from "@/lib/reference/reference";
import { ROUTES } from "../v1/routes";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation of the pet adoption API: parameters, bodies, answers and errors.",
};

const GROUPS = describeReference(ROUTES).map(({ name, operations }) => {
  return { id: name, title: operations[0]?.tag ?? "", operations };
});

/** For windows without room for the contents beside the text. */
const toContents = cx(
  barLink,
  "pointer-events-auto sticky top-[calc(100dvh-3rem)] flex! min-h-12! rounded-none! border-t border-line bg-panel px-gutter! shadow-raised",
);

const columns =
  "lg:grid lg:grid-cols-[minmax(0,var(--container-prose))_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-16";
const beside =
  "lg:sticky lg:top-4 lg:[grid-area:1/2/span_2] lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto";
const CONTENTS = [TOPICS, GROUPS];
/** A row; in a wide window, a column. */
const list = cx(
  "flex flex-wrap gap-x-[1.2rem] lg:block lg:not-last:border-b lg:not-last:border-line lg:py-2",
  "[&_a]:inline-flex [&_a]:min-h-target [&_a]:items-center",
);

/** The Deprecation link of getPet points here. */
export default async function DocsPage() {
  return (
    <div className={columns}>
      <div className="prose">
        <h1>API reference</h1>
        <p>
          JSON over HTTP, version 1.0.0, under <code>/v1</code>. For programs: the{" "}
          <a href="/openapi.json">OpenAPI document</a>.
        </p>
      </div>
      <nav aria-label="On this page" id="contents" className={beside}>
        {CONTENTS.map((entries) => (
          <ul key={entries[0]?.id} className={list}>
            {entries.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <article className="prose relative max-lg:pb-16">
        <Topics origin={await siteOrigin()} />
        <h2 id="operations">Operations</h2>
        {GROUPS.map(({ id, title, operations }) => (
          <details
            key={id}
            data-part="operations"
            className="mt-4 rounded-card border border-line bg-panel px-4 sm:px-5"
          >
            <summary>
              <h3 className="my-2!">{title}</h3>
              <span className="ms-auto text-sm text-soft">
                {operations.length === 1 ? "1 operation" : `${operations.length} operations`}
              </span>
            </summary>
            {/* Inside, so that a link to the group opens it even without scripts. */}
            <div id={id} className="scroll-mt-16 pb-5 [&>:first-child]:mt-0">
              {operations.map((operation) => (
                <Operation key={operation.id} operation={operation} />
              ))}
            </div>
          </details>
        ))}
        {/* Starts one window below the contents, so that it appears when they are out of sight. */}
        <div className="pointer-events-none absolute -inset-x-gutter top-[100dvh] bottom-0 lg:hidden print:hidden">
          <a className={toContents} href="#contents">
            ↑ Contents
          </a>
        </div>
      </article>
    </div>
  );
}
