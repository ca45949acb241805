import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { referencePages } from "@/app/docs/pages";
import { Markdown } from "@/components/reference/markdown";
import { type ApiOperation, operationPage } from "./operation-page";
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
    headers: { ETag: { description: "The version." }, RateLimit: { description: "What is left." } },
    responses: { Conflict: { description: "conflict, confirmation_required" } },
  } as const;
  const of = <T>(section: string, name: string) => ({ $ref: `#/components/${section}/${name}` }) as T;
  const operation: ApiOperation = {
    operationId: "changePet",
    summary: "Change an animal",
    description: "Changes it.",
    "x-scope": "pets:write",
    "x-stability": "experimental",
    "x-sunset": "2030-12-05T00:00:00Z",
    parameters: [of("parameters", "key")],
    requestBody: { content: { "application/json": { schema: of("schemas", "Pet") } } },
    responses: {
      200: {
        description: "Success",
        headers: { ETag: of("headers", "ETag"), RateLimit: of("headers", "RateLimit") },
        content: { "application/json": { schema: { type: "array", items: of("schemas", "Pet") } } },
      },
      409: of("responses", "Conflict"),
    },
  };
  const exchange = {
    request: { path: "/v1/pets/1", headers: { "If-Match": '"7"' }, body: { name: "O'Hara", known: true } },
    response: { status: 200, headers: { ETag: '"8"' }, body: [{ id: 1 }] },
  };
  expect(operationPage("patch", "/v1/pets/{petId}", operation, components, exchange)).toMatchInlineSnapshot(`
    "# Change an animal

    Changes it.

    \`PATCH /v1/pets/{petId}\`

    Scope \`pets:write\`, [experimental](/docs/stability). Deprecated: it is removed on 5 December 2030.

    ## Example

    \`\`\`sh
    curl -sS -X PATCH "$ORIGIN/v1/pets/1" \\
      -H "Authorization: Bearer $API_KEY" \\
      -H 'If-Match: "7"' \\
      -d '{"name":"O'\\''Hara","known":true}'
    \`\`\`

    \`\`\`js
    const { ORIGIN, API_KEY } = process.env;
    const response = await fetch(\`\${ORIGIN}/v1/pets/1\`, {
      method: "PATCH",
      headers: {
        Authorization: \`Bearer \${API_KEY}\`,
        "If-Match": "\\"7\\"",
      },
      body: JSON.stringify({
        "name": "O'Hara",
        "known": true
      }),
    });
    if (!response.ok) throw new Error(await response.text());
    const answer = await response.json();
    console.log(answer);
    \`\`\`

    \`\`\`ts
    // npx openapi-typescript {{origin}}/openapi.json -o pets.ts
    import type { operations } from "./pets.ts";

    const { ORIGIN, API_KEY } = process.env;
    const response = await fetch(\`\${ORIGIN}/v1/pets/1\`, {
      method: "PATCH",
      headers: {
        Authorization: \`Bearer \${API_KEY}\`,
        "If-Match": "\\"7\\"",
      },
      body: JSON.stringify({
        "name": "O'Hara",
        "known": true
      }),
    });
    if (!response.ok) throw new Error(await response.text());
    const answer: operations["changePet"]["responses"][200]["content"]["application/json"] = await response.json();
    console.log(answer);
    \`\`\`

    \`\`\`python
    import json
    import os
    from urllib.request import Request, urlopen

    request = Request(
        os.environ["ORIGIN"] + "/v1/pets/1",
        method="PATCH",
        headers={
            "Authorization": "Bearer " + os.environ["API_KEY"],
            "If-Match": "\\"7\\"",
        },
        data=json.dumps({
            "name": "O'Hara",
            "known": True
        }).encode(),
    )
    with urlopen(request) as response:
        print(json.load(response))
    \`\`\`

    The answer:

    \`\`\`http
    HTTP/1.1 200 OK
    ETag: "8"

    [
      {
        "id": 1
      }
    ]
    \`\`\`

    ## Parameters

    | Name | In | Value | Meaning |
    | --- | --- | --- | --- |
    | \`Key\` | header, required | text | Makes \\| safe. |

    ## Body

    \`application/json\`: [Pet](/docs/Pet).

    | Name | Value | Meaning |
    | --- | --- | --- |
    | \`id\` | int64; optional |  |

    ## Answer

    Status 200.

    \`application/json\`: list of [Pet](/docs/Pet).

    ### Headers

    | Header | Meaning |
    | --- | --- |
    | \`ETag\` | The version. |

    ## Errors

    | Status | Code |
    | --- | --- |
    | 409 | \`conflict\` or \`confirmation_required\` |

    [What to do about each](/docs/errors)"
  `);
});
