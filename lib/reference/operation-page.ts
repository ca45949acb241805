import "server-only";
import { STATUS_CODES } from "node:http";
import { STATUS_BY_CODE, toErrorCode, withFullStop } from "../http/errors";
import { dateWords } from "../values/time-words";
import type { ApiOperation, Exchange, Parameter } from "./document";
import type { Content, ResponseObject } from "./responses";
import { type Components, meaningOf, membersOf, resolve, schemaWords } from "./schema-words";
import { snippets } from "./snippets";

/** `path` has `/v1`. */
export function operationPage(
  method: string,
  path: string,
  operation: ApiOperation,
  components: Components,
  example: Exchange | undefined,
): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const [[status, success] = ["", undefined]] = Object.entries(responses).filter(([name]) => name.startsWith("2"));
  const rows = parameters.map((parameter) => resolve(parameter, components));
  const body = requestBody && resolve(requestBody, components);
  return [
    `# ${summary}${operation["x-sunset"] === undefined ? "" : " (deprecated)"}`,
    description,
    `\`${method.toUpperCase()} ${path}\``,
    accessWords(operation),
    ...(example ? exampleParts(method, operationId, example) : []),
    ...(rows.length > 0 ? ["## Parameters", parameterTable(rows, components)] : []),
    ...(body ? ["## Body", ...contentParts(body.content, components), sentence(body.description)] : []),
    "## Answer",
    ...(success ? answerParts(status, resolve(success, components), components) : []),
    "## Errors",
    errorTable(responses, components),
    "[What to do about each](/docs/errors)",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function accessWords(operation: ApiOperation): string {
  const { "x-scope": scope, "x-or-scopes": others = [], "x-stability": stability, "x-sunset": sunset } = operation;
  const scopes = [scope, ...others].map((name) => `\`${name}\``).join(" or ");
  const removal = sunset === undefined ? "" : ` Deprecated: it is removed on ${dateWords(new Date(sunset))}.`;
  return `Scope ${scopes}, [${stability ?? "stable"}](/docs/stability).${removal}`;
}

const PROGRAMS =
  "Replace the ids and versions by your own. [The key and the origin](/docs/quick-start) are in the environment.";

function exampleParts(method: string, operationId: string, { request, response }: Exchange): string[] {
  const { status, headers, body } = response;
  const answer = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ["", JSON.stringify(body, null, 2)]),
  ].join("\n");
  const programs = snippets({ ...request, method: method.toUpperCase(), operationId, status: `${status}` });
  return ["## Example", PROGRAMS, programs, "The answer:", `\`\`\`http\n${answer}\n\`\`\``];
}

function parameterTable(parameters: readonly Parameter[], components: Components): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const meaning = meaningOf(schema, components, description);
    const use = `${required ? "required" : "optional"} in the ${place}`;
    return [`\`${name}\``, `${schemaWords(schema, components)}; ${use}`, meaning];
  });
  return table(["Name", "Value", "Meaning"], rows);
}

const sentence = (text = "") => text && withFullStop(text);

/** The members of what is sent or answered. */
function contentParts(content: Content, components: Components): string[] {
  const [first] = Object.values(content);
  if (!first) return [];
  const types = Object.keys(content).map((type) => `\`${type}\``);
  const members = membersOf(first.schema, components);
  return [`${types.join(", ")}: ${schemaWords(first.schema, components)}.`, memberTable(members)];
}

export function memberTable(members: ReturnType<typeof membersOf>): string {
  if (members.length === 0) return "";
  const rows = members.map(({ name, value, meaning }) => [`\`${name}\``, value, meaning]);
  return table(["Name", "Value", "Meaning"], rows);
}

function answerParts(status: string, { headers, content }: ResponseObject, components: Components): string[] {
  const rows = Object.entries(headers).map(([name, header]) => [
    `\`${name}\``,
    sentence(resolve(header, components).description),
  ]);
  return [
    `Status ${status}${content ? "" : ", without a body"}.`,
    ...(content ? contentParts(content, components) : []),
    ...(rows.length > 0 ? ["### Headers", table(["Header", "Meaning"], rows)] : []),
  ];
}

/** Each code has one status, even if a response is for several. */
function errorTable(responses: ApiOperation["responses"], components: Components): string {
  const refusals = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  const codes = refusals
    .flatMap(([, refusal]) => resolve(refusal, components).description.split(", "))
    .map(toErrorCode);
  const byStatus = Object.entries(Object.groupBy(codes, (code) => STATUS_BY_CODE[code]));
  const rows = byStatus.map(([status, own = []]) => [status, own.map((code) => `\`${code}\``).join(" or ")]);
  return table(["Status", "Code"], rows);
}

export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(names), line(names.map(() => "---")), ...rows.map(line)].join("\n");
}
