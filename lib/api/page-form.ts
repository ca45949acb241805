import "server-only";
import { isDatabaseUnavailable } from "../database/errors";
import { logFailure } from "../database/health";
import { DomainError } from "../domain";
import { ApiError, type ErrorCode, UNAVAILABLE_RETRY_SECONDS } from "../http/errors";
import type { Incoming } from "../http/message";
import { retryAfterSeconds } from "../limits/bucket";
import { requireOwnPage } from "../sign-in/own-page";
import { VISITOR_SCOPES } from "./browser-token";
import { limit } from "./limit";

/** Why a form was refused, and when it may be sent again. */
export type FormRefusal = { code: ErrorCode; retryAfterSeconds: number | null };

type Params = Readonly<Record<string, string>>;
type Input = { params: Params; fields: URLSearchParams; address: string };

/** Where the browser goes next, or what the form's page shows when it is rendered again after a refusal. */
type NextPage = { to: string } | { again: unknown };

/** The result of a form. `refused` gets its own page. */
type FormAnswer = NextPage | { refused: FormRefusal };

/** A native form of a page, which browsers send without JavaScript. The page is at the same path. */
export type PageForm = {
  /** The path, with its parameters as named groups. */
  path: RegExp;
  bodyBytes: number;
  /** Whether another site could submit the form for a visitor, so its origin must be checked. */
  isForgeable: boolean;
  /** @throws DomainError, ApiError */
  submit(input: Input): Promise<NextPage>;
  /** What the form's page shows again after this refusal, or null for a separate page. */
  showAgain?(input: Input, refusal: FormRefusal): NextPage | null;
};

/**
 * The header in which our server tells Next.js what the page of a form should show again. The server removes it from
 * what clients send. Without our server, as under `next start`, a client can set it.
 */
export const RETURNED_FORM_HEADER = "x-returned-form";

/**
 * Processes a form that was sent without JavaScript. Like `processRequest`, it charges the IP address, with the same
 * limits. Never throws.
 */
export async function processForm(form: PageForm, request: Incoming, params: Params): Promise<FormAnswer> {
  let input: Input | undefined;
  try {
    if (form.isForgeable) requireOwnPage(request); // 403
    input = { params, fields: await readFields(request, form.bodyBytes), address: request.address }; // 415, 413
    const verdict = await limit({ kind: "visitor", scopes: VISITOR_SCOPES }, request.address, false);
    if (verdict.refused) throw new DomainError("rate_limited", "Too many requests", retryAfterSeconds(verdict)); // 429
    return await form.submit(input);
  } catch (error) {
    const refusal = refusalOf(error);
    return (input && form.showAgain?.(input, refusal)) ?? { refused: refusal };
  }
}

async function readFields(request: Incoming, bodyBytes: number): Promise<URLSearchParams> {
  const type = request.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new ApiError("unsupported_media_type", "A form is application/x-www-form-urlencoded");
  }
  const body = await request.read(bodyBytes);
  if (body === null) throw new ApiError("payload_too_large", `A form has at most ${bodyBytes} bytes`);
  return new URLSearchParams(Buffer.from(body).toString());
}

function refusalOf(error: unknown): FormRefusal {
  if (error instanceof DomainError) return { code: error.code, retryAfterSeconds: error.retryAfterSeconds ?? null };
  if (error instanceof ApiError) return { code: error.code, retryAfterSeconds: null };
  logFailure("form failed", error);
  if (isDatabaseUnavailable(error)) return { code: "unavailable", retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS };
  return { code: "internal", retryAfterSeconds: null };
}
