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

export type FormRefusal = { code: ErrorCode; retryAfterSeconds: number | null };

type Params = Readonly<Record<string, string>>;
type Input = { params: Params; fields: URLSearchParams; address: string };

/** `again`: what the form's page shows when it is rendered again after a refusal. */
type NextPage = { to: string } | { again: unknown };

type FormAnswer = NextPage | { refused: FormRefusal };

/** A native form, sent without JavaScript. Its page is at the same path. */
export type PageForm = {
  /** Parameters are named groups. */
  path: RegExp;
  bodyBytes: number;
  /** Whether another site could submit it for a visitor, so that its origin is checked. */
  isForgeable: boolean;
  submit(input: Input): Promise<NextPage>;
  /** Null: the refusal gets a page of its own. */
  showAgain?(input: Input, refusal: FormRefusal): NextPage | null;
};

/** Tells Next.js what a form's page shows again. Our server removes it from what clients send. */
export const RETURNED_FORM_HEADER = "x-returned-form";

/** Charges the IP address like `processRequest`. Never throws. */
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
