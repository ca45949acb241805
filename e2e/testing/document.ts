import type { IncomingHttpHeaders } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ROUTES } from "@/app/v1/routes";
import { STATUS_BY_CODE } from "@/lib/http/errors";
import { type ApiDocument, type ApiOperation, AUDIENCES, describeApi } from "@/lib/reference/document";
import { COMMON_HEADERS, type ResponseObject } from "@/lib/reference/responses";
import { keysOf } from "@/lib/values/objects";

/** The parts of an answer that the document describes. */
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** The operations of both documents by path and method, without references. */
export const PATHS: ApiDocument["paths"] = {};
let ERROR: object = {};
for (const audience of AUDIENCES) {
  const { paths, components } = describeApi(ROUTES, "https://pets.example", audience);
  const inlined = inlinerOf(components);
  for (const [path, methods] of Object.entries(inlined(paths))) {
    PATHS[path] = { ...PATHS[path], ...methods };
  }
  ERROR = inlined({ $ref: "#/components/schemas/Error" });
}

function inlinerOf(components: Readonly<Record<string, Readonly<Record<string, object>>>>) {
  const targets = new Map<string, object>();
  return function inlined<T extends object>(part: T): T {
    return JSON.parse(JSON.stringify(part), (_key, value) => {
      // "Answers hold exactly the fields of their schema" (docs/contract.md, "Pet").
      if (value?.type === "object" && value.properties) return { additionalProperties: false, ...value };
      if (typeof value?.$ref !== "string") return value;
      const [, , kind = "", name = ""] = value.$ref.split("/");
      const target = targets.get(value.$ref) ?? inlined(components[kind]?.[name] ?? {});
      targets.set(value.$ref, target);
      return target;
    });
  };
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addFormat("int64", { type: "number", validate: Number.isInteger });
ajv.addFormat(
  "date-time",
  (text) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
);
ajv.addFormat("date", (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)));
ajv.addFormat("uri-reference", /^\/[\w./-]+$/);
ajv.addFormat("uuid", /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i);
ajv.addFormat("email", /^[^@\s]+@[^@\s]+$/);

/** Those that any answer has. */
const HEADERS = new Set([
  ...Object.keys(COMMON_HEADERS),
  ...Object.values(PATHS)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ headers }) => Object.keys(headers)),
]);

const compiled = new Map<object, ValidateFunction>();

/**
 * The statuses of a request under `/v1` that is for no operation: an unknown path, another method, or malformed HTTP.
 */
const ELSEWHERE = [400, 404, 405, 429, 500, 503];
/** Refused before the path is known, so only the body is described: an Error. */
const MALFORMED = [408, 417, 431];
/** These statuses may be sent before the host and the operation are known, so they may lack what depends on them. */
const EARLY = [400, 500, 503];

/** Returns how an answer differs from the OpenAPI document, line by line. Empty if `METHOD /path` is outside `/v1`. */
export function departures(target: string, answer: Answer): string[] {
  const [method = "", url = ""] = target.split(" ", 2);
  const path = url.replace(/^https?:\/\/[^/?]*/i, "").replace(/\?.*$/s, "");
  if (!/^\/v1(\/|$)/.test(path)) return [];
  const isHead = method === "HEAD";
  const operation = canBeDecoded(path) ? operationAt(isHead ? "get" : method.toLowerCase(), path) : undefined;
  const response = operation && responseOf(operation, answer.status);
  if (!response && MALFORMED.includes(answer.status)) {
    return bodyDepartures(ERROR, answer, isHead);
  }
  if (!operation) return elsewhere(method, answer);
  if (!response) return [`${operation.operationId} does not list ${answer.status}`];
  const json = response.content?.["application/json"];
  return [
    ...headerDepartures({ ...COMMON_HEADERS, ...response.headers }, answer),
    ...markDepartures(operation, response, answer),
    ...(json ? bodyDepartures(json.schema, answer, isHead) : emptyBodyDepartures(answer)),
  ];
}

/** Checks an answer against the OpenAPI document. @throws Error that lists how the answer differs from it */
export function requireDocumented(target: string, answer: Answer): void {
  const found = departures(target, answer);
  if (found.length === 0) return;
  const what = `${target.slice(0, 100)} answered ${answer.status} ${answer.text.slice(0, 500)}`;
  throw new Error(`${what}\nbut the OpenAPI document says otherwise:\n  ${found.join("\n  ")}`);
}

/** Fetches from the API. @throws Error when the answer departs from the OpenAPI document */
export async function fetchDocumented(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const { pathname, search } = new URL(url);
  const text = await response.clone().text();
  const headers = Object.fromEntries(response.headers);
  requireDocumented(`${init.method ?? "GET"} ${pathname}${search}`, { status: response.status, headers, text });
  return response;
}

/**
 * Checks the answers that a connection received to these requests, if they are complete and state their length. Both
 * are in Latin-1.
 * @throws Error when one departs from the OpenAPI document
 */
export function requireDocumentedOnWire(requests: string, received: string): void {
  let rest = received;
  for (const [, target = ""] of requests.matchAll(/^([A-Z]+ \S+) HTTP\/1\.1\r$/gm)) {
    const answer = readAnswer(target, rest);
    if (!answer) return;
    requireDocumented(target, answer);
    rest = answer.rest;
  }
}

/** Reads the first answer that is not informational; null if it is incomplete or does not state its length. */
function readAnswer(target: string, received: string): (Answer & { rest: string }) | null {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [line = "", ...lines] = received.slice(0, end).split("\r\n");
  const [status, after] = [Number(line.split(" ")[1]), received.slice(end + 4)];
  if (status < 200) return readAnswer(target, after);
  const headers: Answer["headers"] = Object.fromEntries(
    lines.map((text) => [text.slice(0, text.indexOf(":")).toLowerCase(), text.slice(text.indexOf(":") + 1).trim()]),
  );
  const hasBody = status !== 204 && !target.startsWith("HEAD ");
  const length = hasBody ? Number(headers["content-length"]) : 0;
  if (Number.isNaN(length) || after.length < length) return null;
  const text = Buffer.from(after.slice(0, length), "latin1").toString();
  return { status, headers, text, rest: after.slice(length) };
}

function canBeDecoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

function operationAt(method: string, path: string): ApiOperation | undefined {
  const found = Object.keys(PATHS).find((template) =>
    new RegExp(`^/v1${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return found === undefined ? undefined : PATHS[found]?.[method];
}

function responseOf({ responses }: ApiOperation, status: number): ResponseObject | undefined {
  const codes: readonly string[] = codesIn(responses.default?.description ?? "");
  const isUsual = keysOf(STATUS_BY_CODE).some((code) => STATUS_BY_CODE[code] === status && codes.includes(code));
  return responses[status] ?? (isUsual ? responses.default : undefined);
}

function elsewhere(method: string, answer: Answer): string[] {
  if (method === "OPTIONS" && answer.status === 204) return answer.text === "" ? [] : ["204 has a body"];
  if (!ELSEWHERE.includes(answer.status)) return [`no operation is here, so ${answer.status} is not possible`];
  return bodyDepartures(ERROR, answer, method === "HEAD");
}

function headerDepartures(headers: ResponseObject["headers"], answer: Answer): string[] {
  const unknown = [...HEADERS]
    .filter((name) => answer.headers[name.toLowerCase()] !== undefined && !headers[name])
    .map((name) => `the header ${name} is not described`);
  const wrong = Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) return required ? [`the header ${name} is missing`] : [];
    return complaints(schema, schema.type === "integer" ? Number(value) : value).map(
      (text) => `the header ${name}${text}`,
    );
  });
  return [...unknown, ...wrong];
}

/** What the document leaves open, because it says it once for all operations. */
function markDepartures(operation: ApiOperation, response: ResponseObject, answer: Answer): string[] {
  const { headers, description } = response;
  const { status, text } = answer;
  const mark = (is = false) => (is && EARLY.includes(status) ? null : is);
  const expected = {
    "X-Stability": mark(operation["x-stability"] !== undefined),
    Deprecation: mark(operation.deprecated),
    Sunset: mark(operation.deprecated),
    Link: headers.Link ? null : mark(operation.deprecated),
    "WWW-Authenticate": status === 401 || status === 403,
    "Retry-After": status === 409 ? null : status === 429 || status === 503,
  };
  const wrong = Object.entries(expected).flatMap(([name, isExpected]) => {
    const isThere = answer.headers[name.toLowerCase()] !== undefined;
    return isExpected === null || isThere === isExpected
      ? []
      : [`the header ${name} is ${isThere ? "there" : "missing"}`];
  });
  const code = status < 400 ? undefined : /^\{"code":"(\w+)"/.exec(text)?.[1];
  return code === undefined || codesIn(description).includes(code)
    ? wrong
    : [...wrong, `the code ${code} is not listed`];
}

const codesIn = (description: string) => description.split(", ");

function emptyBodyDepartures({ text, headers }: Answer): string[] {
  const ofBody = ["content-type", "content-length", "transfer-encoding"].filter((name) => headers[name] !== undefined);
  return [...(text === "" ? [] : ["there is a body"]), ...ofBody.map((name) => `the header ${name} belongs to a body`)];
}

function bodyDepartures(schema: object, answer: Answer, isHead: boolean): string[] {
  if (isHead) return answer.text === "" ? [] : ["HEAD has a body"];
  if (answer.headers["content-type"] !== "application/json") return ["the body is no JSON"];
  const body: unknown = JSON.parse(answer.text);
  const found = complaints(schema, body).map((text) => `the body${text}`);
  // Each code belongs to one status, except that 408 and 431 have no code of their own.
  const { code, status } = (body ?? {}) as { code?: keyof typeof STATUS_BY_CODE; status?: unknown };
  // A success has no code. A refusal may have the body of a success, if the document says so.
  if (code === undefined) return found;
  if (status !== answer.status) found.push(`the body says ${status}, the status line ${answer.status}`);
  if (!MALFORMED.includes(answer.status) && STATUS_BY_CODE[code as keyof typeof STATUS_BY_CODE] !== answer.status) {
    found.push(`the code ${code} does not belong to ${answer.status}`);
  }
  return found;
}

function complaints(schema: object, value: unknown): string[] {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}
