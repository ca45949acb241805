import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { referencePages } from "@/app/docs/pages";
import { Markdown } from "@/components/reference/markdown";
import type { ApiOperation } from "./document";
import { operationPage } from "./operation-page";
import { search, sectionsOf } from "./search";

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the pages", () => {
  const pages = referencePages();
  const made = new Map(pages.map(({ name, text }) => [`/docs/${name}`, html(text)]));
  const elsewhere = ["/openapi.json", "/openapi-internal.json", "/llms.txt", "/staff/keys", "/docs"];

  test("each has its own name, a title, a summary, and nothing that was not filled in", () => {
    expect(made.size).toBe(pages.length);
    for (const { name, title, summary, text } of pages) {
      expect(all(made.get(`/docs/${name}`) ?? "", /<h1>(.*?)<\/h1>/g), name).toHaveLength(1);
      expect(text, name).toMatch(new RegExp(`^# ${RegExp.escape(title)}\n`));
      expect(summary, name).toMatch(/^[^#|\n]+$/);
      expect(text.replaceAll("{{origin}}", ""), name).not.toMatch(/\{\{\w/);
    }
  });

  test("their links lead to pages and headings that exist, and each table has a name of its own", () => {
    const missing = [...made].flatMap(([page, content]) => {
      const labels = all(content, /aria-label="(.*?)"/g);
      const links = all(content, /href="([/#].*?)"/g).filter((link) => {
        const [path = "", anchor] = link.split("#");
        const target = made.get(path || page);
        return target === undefined ? !elsewhere.includes(path) : anchor && !target.includes(` id="${anchor}"`);
      });
      return [...links, ...labels.filter((label, index) => labels.indexOf(label) !== index)].map(
        (at) => `${page}: ${at}`,
      );
    });
    expect(missing).toEqual([]);
  });

  test.each([
    ["rotate a key?", "/docs/authentication#rotate-a-key", "key"],
    ["429", "/docs/limits#after-a-429", "429"],
    ["createPet", "/docs/createPet", undefined],
    ["<b>", undefined, undefined],
  ])("a search for %s finds %s first", (q, href, marked) => {
    const [hit] = search(sectionsOf(pages), q);
    expect([hit?.href, hit?.excerpt[1]?.toLowerCase()]).toEqual([href, marked]);
  });
});

test.each([
  [
    "HTML is text",
    "a <b>b</b> & c\n\n<script>x</script>",
    "<p>a &lt;b&gt;b&lt;/b&gt; &amp; c</p>&lt;script&gt;x&lt;/script&gt;",
  ],
  ["a heading has an anchor", "## If-Match `a`", '<h2 id="if-match-a">If-Match <code>a</code></h2>'],
])("%s", (_what, text, expected) => {
  expect(html(text)).toBe(expected);
});

test("programs in a row are one, of which the first is shown; a table can be scrolled with the keyboard", () => {
  const page = html(
    "```js\na\n```\n\n```python\nb\n```\n\n```json\n{}\n```\n\n## Limits\n\n| a | b |\n|--|--|\n| c | d |",
  );
  const [, first, second] =
    /<details name="(.*?)" open=""><summary>JavaScript.*<details name="(.*?)"><summary>Python/.exec(page) ?? [];
  expect(second).toBe(first);
  expect(page.match(/<details/g)).toHaveLength(2);
  expect(page).toMatch(/<div [^>]*role="region" aria-label="Limits" tabindex="0"><table/);
});

test("the page of an operation says what its description says", () => {
  const components = {
    schemas: { Pet: { type: "object", properties: { id: { type: "integer", format: "int64" } } } },
    parameters: {
      key: { name: "Key", in: "header", required: true, description: "Makes | safe.", schema: { type: "string" } },
    },
    headers: { ETag: { description: "The version." } },
    responses: { Conflict: { description: "conflict, confirmation_required" } },
  } as const;
  const of = <T>(section: string, name: string) => ({ $ref: `#/components/${section}/${name}` }) as T;
  const operation: ApiOperation = {
    operationId: "changePet",
    summary: "Change an animal",
    description: "Changes it.",
    tags: [],
    "x-scope": "pets:write",
    "x-stability": "experimental",
    "x-sunset": "2030-12-05T00:00:00Z",
    parameters: [of("parameters", "key")],
    requestBody: { required: true, content: { "application/json": { schema: of("schemas", "Pet") } } },
    responses: {
      200: {
        description: "Success",
        headers: { ETag: of("headers", "ETag") },
        content: { "application/json": { schema: { type: "array", items: of("schemas", "Pet") } } },
      },
      409: of("responses", "Conflict"),
    },
  };
  const exchange = {
    request: { path: "/v1/pets/1", headers: { "If-Match": '"7"' }, body: { name: "O'Hara", known: true } },
    response: { status: 200, headers: { ETag: '"8"' }, body: [{ id: 1 }] },
  };
  const page = operationPage("patch", "/v1/pets/{petId}", operation, components, exchange);
  for (const part of [
    "# Change an animal (deprecated)\n\nChanges it.\n\n`PATCH /v1/pets/{petId}`\n\nScope `pets:write`, [experimental](",
    "Deprecated: it is removed on 5 December 2030.",
    `-X PATCH "$ORIGIN/v1/pets/1" \\\n  -H "Authorization: Bearer $API_KEY" \\\n  -H 'If-Match: "7"'`,
    `-d '{"name":"O'\\''Hara","known":true}'`,
    '{\n    "name": "O\'Hara",\n    "known": true\n  }),',
    'const answer: operations["changePet"]["responses"][200]["content"]["application/json"] =',
    '"known": True\n    }).encode(),',
    'HTTP/1.1 200 OK\nETag: "8"\n\n[\n  {\n    "id": 1\n',
    "| `Key` | text; required in the header | Makes \\| safe. |",
    "`application/json`: [Pet](/docs/Pet).\n\n| Name | Value | Meaning |\n| --- | --- | --- |\n| `id` | int64; optional |  |",
    "`application/json`: list of [Pet](/docs/Pet).\n\n### Headers",
    "| --- | --- |\n| `ETag` | The version. |\n\n",
    "| 409 | `conflict` or `confirmation_required` |",
  ]) {
    expect(page).toContain(part);
  }
});
