import "server-only";
import * as z from "zod/mini";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { ApiError } from "../http/errors";
import { auth } from "../people/better-auth";

/** The answer of Better Auth. `headers` holds only what a browser needs: the cookies. */
type AuthAnswer = {
  ok: boolean;
  status: number;
  code: string | null;
  /** The token of the new session. Only the HttpOnly cookie may carry it to the browser. */
  token: string | null;
  headers: Headers;
};

const TokenAnswer = z.object({ code: z.optional(z.string()), token: z.optional(z.string()) });

/** Sends Better Auth this body, with the cookies and the origin of the request. */
export async function askBetterAuth(request: Request, body: object, address: string): Promise<AuthAnswer> {
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.set(CLIENT_ADDRESS_HEADER, address);
  for (const name of ["content-length", "transfer-encoding"]) headers.delete(name);
  const forwarded = new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await auth(headers).handler(forwarded);
  const { code = null, token = null } = TokenAnswer.safeParse(await answer.json().catch(() => null)).data ?? {};
  return { ok: answer.ok, status: answer.status, code, token, headers: cookiesOf(answer.headers) };
}

/** The cookie for a session that our own code has stored. */
export async function sessionCookieHeaders({ headers }: Request, token: string): Promise<Headers> {
  const answer = await auth(headers).api.setSessionCookie({ headers, body: { token }, returnHeaders: true });
  return cookiesOf(answer.headers);
}

function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  for (const cookie of headers.getSetCookie()) cookies.append("Set-Cookie", cookie);
  return cookies;
}

/** Makes the refusal for a status of Better Auth that the caller does not handle. */
export function authRefusal(status: number): ApiError {
  if (status === 401) return new ApiError("unauthorized", "You are not signed in.");
  if (status < 500) return new ApiError("bad_request", "That did not work. Check what you typed and try again.");
  return new ApiError("unavailable", "The service is not available right now. Please try again.");
}
