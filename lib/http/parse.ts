import "server-only";
import type * as z from "zod/mini";
import { ApiError } from "./errors";
import { type Json, parseJson } from "./json";
import type { Incoming } from "./message";
import { pairsOf } from "./query-string";

/** In bytes, unless the operation allows more. */
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_ISSUES_IN_MESSAGE = 5;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export type Parameters = Readonly<Record<string, string>>;
const NONE: Parameters = {};

/** @throws ApiError not_found with the message of the schema, because nothing exists at a path with another value */
export function parseParams<S extends z.ZodMiniObject>(schema: S | undefined, given: Parameters): z.infer<S> {
  if (!schema) return NONE as z.infer<S>; // without a schema, nobody reads them
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ApiError("not_found", parsed.error.issues[0]?.message ?? "There is nothing at this path");
}

/** Parameters that the schema does not name are ignored. @throws ApiError bad_request when one is repeated */
export function readParameters(schema: z.ZodMiniObject | undefined, search: string): Parameters {
  if (!schema) return NONE;
  const parameters: Record<string, string> = {};
  for (const [name, value] of pairsOf(search, schema.shape)) {
    if (Object.hasOwn(parameters, name)) throw new ApiError("bad_request", `${name} must be given at most once`);
    parameters[name] = value;
  }
  return parameters;
}

/** @throws ApiError bad_request naming the parameter */
export function parseQuery<S extends z.ZodMiniObject>(schema: S | undefined, parameters: Parameters): z.infer<S> {
  if (!schema) return NONE as z.infer<S>; // without a schema, nobody reads them
  return parseInput(schema, parameters, "query");
}

/** @throws ApiError unsupported_media_type, payload_too_large or bad_request */
export async function parseBody<S extends z.ZodMiniType>(
  schema: S,
  incoming: Incoming,
  maxBytes = MAX_BODY_BYTES,
  /** Members of the body, or of each entry, that it may have. */
  ignored: readonly string[] = [],
): Promise<z.infer<S>> {
  const value = await readBody(schema, incoming, maxBytes);
  const kind = schema._zod.def.type === "array" ? "array" : "object";
  if (typeof value !== "object" || value === null || Array.isArray(value) !== (kind === "array")) {
    throw new ApiError("bad_request", `body must be a JSON ${kind}`);
  }
  for (const part of Array.isArray(value) ? value : [value]) {
    if (typeof part !== "object" || part === null || Array.isArray(part)) continue;
    // Zod ignores a member with this name instead of refusing it.
    if (Object.hasOwn(part, "__proto__")) throw new ApiError("bad_request", "__proto__ is not a known field");
    for (const name of ignored) delete part[name];
  }
  return parseInput(schema, value, "body");
}

async function readBody(schema: z.ZodMiniType, incoming: Incoming, maxBytes: number): Promise<Json> {
  const isUntyped = incoming.header("content-type") === null;
  if (!isUntyped || !mayBeAbsent(schema)) requireJson(incoming);
  const bytes = await readBytes(incoming, maxBytes);
  if (bytes.length === 0 && mayBeAbsent(schema)) return {};
  if (isUntyped) throw wrongType(["application/json"]);
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "not valid UTF-8";
    throw new ApiError("bad_request", `body must be valid JSON: ${reason}`);
  }
}

/** Whether a request without a body is one with the body `{}`. */
export const mayBeAbsent = (schema: z.ZodMiniType): boolean => schema.safeParse({}).success;

function requireJson({ header }: Incoming): void {
  const mediaType = header("content-type")?.toLowerCase() ?? "";
  const coding = header("content-encoding");
  // Almost every client sends exactly this.
  if (mediaType === "application/json" && coding === null) return;
  if (!isJson(mediaType)) throw wrongType(["application/json"]);
  refuseCoding(coding);
}

/**
 * "image/jpg" is no media type, but many programs send it.
 * @throws ApiError unsupported_media_type when it is not one of `mediaTypes`
 */
export function requireMediaType({ header }: Incoming, mediaTypes: readonly string[]): string {
  const mediaType = header("content-type")
    ?.split(";", 1)[0]
    ?.trim()
    .toLowerCase()
    .replace(/^image\/jpg$/, "image/jpeg");
  const found = mediaTypes.find((allowed) => allowed === mediaType);
  if (found === undefined) throw wrongType(mediaTypes);
  refuseCoding(header("content-encoding"));
  return found;
}

function wrongType(mediaTypes: readonly string[]): ApiError {
  const message = `Content-Type must be ${mediaTypes.join(" or ")}`;
  return new ApiError("unsupported_media_type", message, { Accept: mediaTypes.join(", ") });
}

function refuseCoding(coding: string | null): void {
  if (coding === null || coding.toLowerCase() === "identity") return;
  throw new ApiError("unsupported_media_type", "Content-Encoding must be absent", { "Accept-Encoding": "identity" });
}

/** Parameters other than the charset are ignored (RFC 8259, section 11). */
function isJson(mediaType: string): boolean {
  const [type = "", ...parameters] = mediaType.split(";");
  if (type.trim() !== "application/json") return false;
  return parameters.every((text) => {
    const [name = "", value = ""] = text.split("=", 2);
    return name.trim() !== "charset" || ["", "utf-8", "utf8", '""', '"utf-8"', '"utf8"'].includes(value.trim());
  });
}

async function readBytes(incoming: Incoming, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(incoming.header("content-length") ?? 0);
  const bytes = announced > maxBytes ? null : await incoming.read(maxBytes);
  if (bytes) return bytes;
  throw bodyTooLong(maxBytes);
}

/** The connection closes instead of reading the rest. */
export function bodyTooLong(maxBytes: number): ApiError {
  return new ApiError("payload_too_large", `body must have at most ${maxBytes} bytes`, { Connection: "close" });
}

function parseInput<S extends z.ZodMiniType>(schema: S, value: unknown, whole: string): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError("bad_request", explain(parsed.error.issues, whole));
}

function explain(issues: readonly z.core.$ZodIssue[], whole: string): string {
  const parts = issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [printable(key), "is not a known field"]);
    return [[issue.path.map(String).join(".") || whole, issue.message]];
  });
  // Several checks of a value may have the same rule.
  return [...new Set(parts.map((part) => part.join(" ")))].slice(0, MAX_ISSUES_IN_MESSAGE).join("; ");
}

/** Shortened, without control characters and lone surrogates. */
function printable(name: string): string {
  const short = name.length > 50 ? `${name.slice(0, 50)}…` : name;
  return /^[\w.-]+…?$/.test(short) ? short : JSON.stringify(short);
}
