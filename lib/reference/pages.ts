import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { capitalized } from "../values/words";
import { type ConsoleOperation, consoleOperation } from "./console";
import { type ApiDocument, type ApiOperation, EXCHANGES } from "./document";
import { memberTable, operationPage, table } from "./operation-page";
import { type Components, hasPage, membersOf, schemaWords } from "./schema-words";
import { PLACEHOLDERS } from "./tables";

/** The text may have `{{origin}}`, which differs from host to host. */
export type Page = {
  name: string;
  title: string;
  summary: string;
  text: string;
  group: string;
  /** Of an operation. */
  console?: ConsoleOperation;
};

const GUIDES = [
  ...["quick-start", "authentication", "paging", "limits", "errors", "repeating", "versions", "values"],
  ...["photos", "adoptions", "copy", "stability", "changelog"],
];

/** Of the documents for keys and for this site. */
export function listPages(forKeys: ApiDocument, forSite: ApiDocument): Page[] {
  const operations = operationPages(forKeys);
  const names = new Set(operations.map(({ name }) => name));
  const described = [...operations, ...schemaPages(forKeys.components)].map((page) => withLinks(page, names));
  return [...GUIDES.map(guide), ...described, sitePage(forSite)];
}

/** Where the text names another operation, it links to its page. */
function withLinks(page: Page, operations: ReadonlySet<string>): Page {
  const text = page.text.replace(/(?<!\[)`(\w+)`/g, (code, name) =>
    operations.has(name) && name !== page.name ? `[${code}](/docs/${name})` : code,
  );
  return { ...page, text };
}

function guide(name: string): Page {
  const text = readFileSync(join(process.cwd(), "docs/api", `${name}.md`), "utf8");
  const filled = text.replace(/\{\{(\w+)\}\}/g, (slot, key) => PLACEHOLDERS[key] ?? slot);
  return { name, group: "Guides", ...beginningOf(filled), text: filled };
}

/** The first line is the title, the first sentence after it the summary. */
function beginningOf(text: string): Pick<Page, "title" | "summary"> {
  const [title = "", paragraph = ""] = text.split("\n\n", 2);
  const [summary = ""] = paragraph.replaceAll("\n", " ").split(/(?<=\.) /, 1);
  return { title: title.replace("# ", ""), summary };
}

type Described = { method: string; path: string; operation: ApiOperation };

const operationsOf = ({ paths }: ApiDocument): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path: `/v1${path}`, operation })),
  );

/** By their tags, in the order of these. */
function operationPages(document: ApiDocument): Page[] {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0]);
  return document.tags.flatMap(({ name: group }) =>
    (byTag.get(group) ?? []).map(({ method, path, operation }) => {
      const { operationId: name } = operation;
      const { components } = document;
      const example = EXCHANGES[name];
      const text = operationPage(method, path, operation, components, example);
      const page = { name, group, ...beginningOf(text), text };
      return example ? { ...page, console: consoleOperation(method, path, operation, components, example) } : page;
    }),
  );
}

function schemaPages(components: Components): Page[] {
  return Object.entries(components.schemas).flatMap(([name, schema]) => {
    if (!hasPage(schema)) return [];
    const { description = "" } = schema;
    const [summary = ""] = description.split("\n", 1);
    const words = schemaWords(schema, components);
    const parts = [
      ...[`# ${name}`, description],
      ...(words === "object" ? [] : [`${capitalized(words)}.`]),
      memberTable(membersOf(schema, components)),
    ];
    return [{ name, title: name, summary, group: "Schemas", text: parts.join("\n\n") }];
  });
}

function sitePage(document: ApiDocument): Page {
  const title = "Only this site uses these";
  const summary =
    "No API key can call these operations: they are for people who have signed in, and for visitors of this site.";
  const rows = operationsOf(document).map(({ method, path, operation }) => [
    operation.summary,
    `\`${method.toUpperCase()} ${path}\``,
    `\`${operation["x-scope"]}\``,
  ]);
  const list = table(["Operation", "Method and path", "Scope"], rows);
  const more = "They may change at any time. [/openapi-internal.json](/openapi-internal.json) describes them.";
  const text = [`# ${title}`, summary, list, more].join("\n\n");
  return { name: "this-site", title, summary, group: "Not for keys", text };
}

/** The pages as Markdown, by their groups. */
export function contentsText(pages: readonly Page[], origin: string): string {
  return [...Map.groupBy(pages, ({ group }) => group)]
    .map(([group, entries]) => {
      const lines = entries.map(({ name, title, summary }) => `- [${title}](${origin}/docs/${name}.md): ${summary}`);
      return `## ${group}\n\n${lines.join("\n")}`;
    })
    .join("\n\n");
}
