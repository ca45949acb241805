import type { Metadata } from "next";
import { Operation } from "@/components/reference/operation";
import { TOPICS, Topics } from "@/components/reference/topics";
import { buttonClass } from "@/components/ui/button-class";
import { describeReference } from "@/lib/api/reference";
import { siteOrigin } from "@/lib/http/site";
import { ROUTES } from "../v1/routes";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation of the pet adoption API: parameters, bodies, answers and errors.",
};

/** The operations change only with a release. */
const GROUPS = describeReference(ROUTES);

/** The titles of the resources, by the first part of their paths. */
const TITLES: Readonly<Record<string, string>> = {
  pets: "Animals",
  store: "Orders",
  applications: "Applications",
  shelter: "Shelter",
  mail: "Mail",
  overview: "Overview",
  keys: "API keys",
  people: "People",
  audit: "Audit",
};

/** The link back to the contents, for windows in which they are not beside the text. */
const toContents = buttonClass(
  "quiet",
  "pointer-events-auto sticky top-[calc(100dvh-3.75rem)] flex! w-max shadow-raised",
);

/** The API reference. The operations come from their specifications. The Deprecation link of getPet points here. */
export default async function DocsPage() {
  return (
    <div className="reference">
      <div className="prose">
        <h1>API reference</h1>
        <p>
          JSON over HTTP, version 1.0.0, under <code>/v1</code>. The same, for programs: the{" "}
          <a href="/openapi.json">OpenAPI document</a>.
        </p>
      </div>
      <nav aria-label="On this page" id="contents">
        <ul className="resources topics">
          {TOPICS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <ul className="resources">
          {GROUPS.map(({ name }) => (
            <li key={name}>
              <a href={`#${name}`}>{TITLES[name] ?? name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="prose relative max-lg:pb-16">
        <Topics origin={await siteOrigin()} />
        {GROUPS.map(({ name, operations }) => (
          <section key={name}>
            <h2 id={name}>{TITLES[name] ?? name}</h2>
            {operations.map((operation) => (
              <Operation key={operation.id} operation={operation} />
            ))}
          </section>
        ))}
        {/* Begins a window below the contents, so that it appears when they are out of sight. */}
        <div className="pointer-events-none absolute end-0 top-[100dvh] bottom-0 lg:hidden print:hidden">
          <a className={toContents} href="#contents">
            ↑ Contents
          </a>
        </div>
      </article>
    </div>
  );
}
