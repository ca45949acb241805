import * as z from "zod/mini";
import { ApiError, codeOfStatus, toErrorCode } from "./errors";
import { encodeJson, type Json, parseJson } from "./json";
import { parsePageLinks } from "./query-string";
import { observe } from "./retries";

const ErrorBody = z.object({ code: z.string(), message: z.string(), status: z.bigint() });
const Token = z.object({ token: z.string(), expiresAt: z.number(), isVisitor: z.boolean() });

const TIMEOUT_MS = 15_000;
/** For a 429 without a message of its own. */
const BUSY = "Too many requests. Wait a moment.";
const UNREADABLE = "The service gave an answer that could not be read. Try again.";
/** A token with less time left is renewed. */
const RENEW_MS = 30_000;

let token: Promise<z.infer<typeof Token>> | null = null;

/** After signing in or out, the next call asks for a new token. */
export function forgetToken(): void {
  token = null;
}

type SignInWatch = {
  /** An operation was refused because nobody is signed in. */
  signedOut(): void;
  /** An operation needs a password of the last hour. It goes on if the person has signed in again. */
  askPassword(): Promise<boolean>;
};

let watch: SignInWatch | null = null;

/** Returns a function that stops it. */
export function watchSignIn(started: SignInWatch): () => void {
  watch = started;
  return () => {
    if (watch === started) watch = null;
  };
}

/** RFC 9470, 3 */
const isPasswordRequired = ({ status, headers }: Response) =>
  status === 403 && /insufficient_user_authentication/.test(headers.get("WWW-Authenticate") ?? "");

export type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** The service refuses any other version with 412. */
  ifMatch?: string | undefined;
  /** The service performs a POST with this key once. */
  idempotencyKey?: string;
  /** The consequences that somebody has agreed to. */
  confirm?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
};

/** 32 random hexadecimal digits. (`crypto.randomUUID` exists only on HTTPS and on localhost.) */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const toUuid = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * Calls `/v1` and parses the response by its schema.
 * @throws ApiError as the service sent it; `unavailable` without a response
 */
export async function callApi<S extends z.ZodMiniType>(
  path: string,
  returns: S,
  call: Call = {},
): Promise<{ data: z.infer<S>; headers: Headers }> {
  return observe(async () => {
    const attempt = () => withToken((bearer) => send(path, call, bearer));
    let response = await attempt();
    if (isPasswordRequired(response) && (await watch?.askPassword())) response = await attempt();
    return readAnswer(response, returns);
  });
}

/**
 * Sends a request with the current token, and once more with a new one if it was refused: the token expired, the clocks
 * differ, or somebody signed in in another tab.
 * @throws ApiError
 */
export async function withToken(request: (bearer: string) => Promise<Response>): Promise<Response> {
  const response = await request(await currentToken());
  if (response.status !== 401 && response.status !== 403) return response;
  forgetToken();
  return request(await currentToken());
}

/** @throws ApiError */
export async function readAnswer<S extends z.ZodMiniType>(
  response: Response,
  returns: S,
): Promise<{ data: z.infer<S>; headers: Headers }> {
  const text = await response.text().catch(() => "");
  // A visitor's 403 means that the operation needs a sign-in.
  const isVisitor = response.status === 403 && (await token)?.isVisitor;
  if (isVisitor || response.status === 401) watch?.signedOut();
  if (isVisitor) throw new ApiError("unauthorized", "Sign in first");
  if (!response.ok) throw toApiError(response, readJson(text));
  const value = readJson(text);
  if (value === undefined && response.status !== 204) throw new ApiError("unavailable", UNREADABLE);
  return { data: returns.parse(value), headers: response.headers };
}

/** The version in the ETag, which proxies that compress make weak. @throws ApiError */
export function versionOf(headers: Headers): string {
  const version = /"(\d+)"/.exec(headers.get("ETag") ?? "")?.[1];
  if (version === undefined) throw new ApiError("unavailable", UNREADABLE);
  return version;
}

/** What a request has changed, to undo it. */
export const changeSetsOf = (headers: Headers): string[] => headers.get("Change-Set")?.split(", ") ?? [];

function send(
  path: string,
  { method = "GET", body, ifMatch, idempotencyKey, confirm, signal, timeoutMs = TIMEOUT_MS }: Call,
  bearer: string,
): Promise<Response> {
  return reach(path, {
    method,
    headers: {
      Authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(ifMatch === undefined ? {} : { "If-Match": `"${ifMatch}"` }),
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      ...(confirm === undefined ? {} : { Confirm: confirm }),
    },
    ...(body === undefined ? {} : { body: encodeJson(body) }),
    signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : AbortSignal.timeout(timeoutMs),
  });
}

/** A person's token after signing in, otherwise a visitor's. @throws ApiError */
export async function currentToken(): Promise<string> {
  const current = token;
  const received = current && (await current.catch(() => null));
  if (received && received.expiresAt - Date.now() > RENEW_MS) return received.token;
  // Another call may have renewed it in the meantime.
  if (token === null || token === current) token = renewToken();
  return (await token).token;
}

/** @throws ApiError */
export async function isPersonSignedIn(): Promise<boolean> {
  token = renewToken();
  return !(await token).isVisitor;
}

function renewToken(): Promise<z.infer<typeof Token>> {
  const fetched = fetchToken();
  fetched.catch(() => token === fetched && forgetToken());
  return fetched;
}

async function fetchToken(): Promise<z.infer<typeof Token>> {
  const response = await reach("/browser-token", { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status === 429) throw new ApiError("rate_limited", BUSY, Object.fromEntries(response.headers));
  if (!response.ok) throw new ApiError("unavailable", "The service is not available right now.");
  return Token.parse(await response.json());
}

/** `fetch`, but throws an ApiError without a response. A deliberate abort stays an AbortError. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: path.startsWith("/v1") ? "omit" : "same-origin" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("unavailable", "The service could not be reached. Check your connection and try again.");
  }
}

function readJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function toApiError(response: Response, value: Json | undefined): ApiError {
  const headers = Object.fromEntries(response.headers);
  const body = ErrorBody.safeParse(value);
  if (body.success) return new ApiError(toErrorCode(body.data.code), body.data.message, headers, value);
  // It came from something in between, such as a proxy.
  const code = codeOfStatus(response.status);
  return new ApiError(code, code === "rate_limited" ? BUSY : UNREADABLE, headers);
}

/** Reads all pages of a list that is shown as a whole. @throws ApiError */
export async function callAllPages<T>(path: string, returns: z.ZodMiniType<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { data, headers }: { data: T[]; headers: Headers } = await callApi(
      cursor === "" ? path : `${path}?cursor=${cursor}`,
      returns,
    );
    found.push(...data);
    cursor = parsePageLinks(headers.get("Link")).next;
  }
  return found;
}
