import * as z from "zod/mini";
import { forgetToken, reach } from "../http/client";
import { ApiError, toErrorCode } from "../http/errors";

const TIMEOUT_MS = 15_000;
const Refused = z.object({ code: z.string(), message: z.string() });

/** The session is a cookie that scripts cannot read. @throws ApiError */
export const sendSignIn = (email: string, password: string) => send("/api/auth/sign-in/email", { email, password });

/** Ends the session of this browser. @throws ApiError */
export const sendSignOut = () => send("/api/auth/sign-out", {});

/**
 * Changes the password and ends every other session.
 * @throws ApiError whose message begins with the name of the invalid field, if there is one
 */
export const sendChangePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  send("/api/auth/change-password", passwords);

export const sendAskForLink = (email: string) => send("/api/auth/forgotten-password", { email });

const LinkOwner = z.object({ email: z.string(), name: z.string() });
export type LinkOwner = z.infer<typeof LinkOwner>;

/** @throws ApiError not_found when the link does not work */
export async function fetchLinkOwner(token: string): Promise<LinkOwner> {
  const response = await send("/api/auth/password-link", { token });
  return LinkOwner.parse(await response.json());
}

/**
 * Chooses a password with a link. Returns the e-mail address of the person.
 * @throws ApiError not_found when the link does not work, or with a message that begins with the name of the field
 */
export async function sendChoosePassword(choice: { token: string; newPassword: string }): Promise<string> {
  const response = await send("/api/auth/linked-password", choice);
  return z.object({ email: z.string() }).parse(await response.json()).email;
}

/** Ends other sessions of the signed-in person: those with these ids, or all. @throws ApiError */
export const sendSignOutElsewhere = (sessions?: readonly string[]) =>
  send("/api/auth/sign-out-elsewhere", sessions ? { sessions } : {});

async function send(path: string, body: object): Promise<Response> {
  const response = await reach(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // The signed-in person may have changed, so the next call to /v1 fetches a new token.
  forgetToken();
  if (!response.ok) throw await readRefusal(response);
  return response;
}

async function readRefusal(response: Response): Promise<ApiError> {
  const body = Refused.safeParse(await response.json().catch(() => null));
  if (!body.success) return new ApiError("unavailable", "The service is not available right now. Please try again.");
  return new ApiError(toErrorCode(body.data.code), body.data.message, Object.fromEntries(response.headers));
}
