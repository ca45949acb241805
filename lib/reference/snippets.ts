/** `path` has `/v1` and the query. `body` is that of JSON; any other request sends a file. */
export type ExampleRequest = { path: string; headers: Readonly<Record<string, string>>; body: unknown };

type Snippet = ExampleRequest & { method: string; operationId: string; status: string };

/** The request as programs, in Markdown. The key and the origin are in the environment (docs/api/quick-start.md). */
export function snippets(snippet: Snippet): string {
  const programs = { sh: curl(snippet), js: javaScript(snippet), ts: typeScript(snippet), python: python(snippet) };
  return Object.entries(programs)
    .map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``)
    .join("\n\n");
}

/** `image/png` as `photo.png`; null for JSON. */
function fileOf({ headers, body }: Snippet): string | null {
  const [, type] = headers["Content-Type"]?.split("/") ?? [];
  return body === null && type !== undefined ? `photo.${type}` : null;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(snippet: Snippet): string {
  const { method, path, headers, body } = snippet;
  const file = fileOf(snippet);
  return [
    `curl -sS${method === "GET" ? "" : ` -X ${method}`} "$ORIGIN${path}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body !== null ? [`-d ${quoted(JSON.stringify(body))}`] : []),
    ...(file ? [`--data-binary @${file}`] : []),
  ].join(" \\\n  ");
}

/** A value over several lines, as far to the right as what is around it. */
const literal = (value: unknown, indent: number) =>
  JSON.stringify(value, null, indent).replaceAll("\n", `\n${" ".repeat(indent)}`);

function javaScript(snippet: Snippet, type = ""): string {
  const { method, path, headers, body, status } = snippet;
  const file = fileOf(snippet);
  return [
    ...(file ? ['import { readFile } from "node:fs/promises";\n'] : []),
    "const { ORIGIN, API_KEY } = process.env;",
    `const response = await fetch(\`\${ORIGIN}${path}\`, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the program.
    "    Authorization: `Bearer ${API_KEY}`,",
    ...Object.entries(headers).map(([name, value]) => `    "${name}": ${JSON.stringify(value)},`),
    "  },",
    ...(body !== null ? [`  body: JSON.stringify(${literal(body, 2)}),`] : []),
    ...(file ? [`  body: await readFile("${file}"),`] : []),
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    ...(status === "204" ? [] : [`const answer${type} = await response.json();`, "console.log(answer);"]),
  ].join("\n");
}

/** The types come from a generator, which is a single command. */
function typeScript(snippet: Snippet): string {
  const { operationId, status } = snippet;
  if (status === "204") return javaScript(snippet);
  const type = `operations["${operationId}"]["responses"][${status}]["content"]["application/json"]`;
  const generate = "// npx openapi-typescript {{origin}}/openapi.json -o pets.ts";
  return `${generate}\nimport type { operations } from "./pets.ts";\n\n${javaScript(snippet, `: ${type}`)}`;
}

const PYTHON: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

function python(snippet: Snippet): string {
  const { method, path, headers, body, status } = snippet;
  const file = fileOf(snippet);
  const value = literal(body, 4).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (part) => PYTHON[part] ?? part);
  return [
    "import json",
    "import os",
    "from urllib.error import HTTPError",
    "from urllib.request import Request, urlopen\n",
    "request = Request(",
    `    os.environ["ORIGIN"] + "${path}",`,
    `    method="${method}",`,
    "    headers={",
    '        "Authorization": "Bearer " + os.environ["API_KEY"],',
    ...Object.entries(headers).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`),
    "    },",
    ...(body !== null ? [`    data=json.dumps(${value}).encode(),`] : []),
    ...(file ? [`    data=open("${file}", "rb").read(),`] : []),
    ")",
    "try:",
    "    with urlopen(request) as response:",
    `        print(${status === "204" ? "response.status" : "json.load(response)"})`,
    "except HTTPError as error:",
    "    raise SystemExit(error.read().decode())",
  ].join("\n");
}
