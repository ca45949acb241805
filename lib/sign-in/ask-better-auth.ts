import "server-only";
import { isAPIError } from "better-auth/api";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { ApiError } from "../http/errors";
import { auth } from "../people/better-auth";

/** Only the HttpOnly cookie may carry the token to the browser. */
type Opened = { token: string; headers: Headers; refused: null };
type Refused = { token: null; headers: null; refused: { status: number; code: string | undefined } };

/** Checks the password and opens a session. `headers` holds only what a browser needs: the cookies. */
export async function openSession(
  request: Request,
  body: { email: string; password: string },
  address: string,
): Promise<Opened | Refused> {
  const asked = new Headers(request.headers);
  asked.set(CLIENT_ADDRESS_HEADER, address);
  try {
    const { response, headers } = await auth(asked).api.signInEmail({ headers: asked, body, returnHeaders: true });
    return { token: response.token, headers: cookiesOf(headers), refused: null };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    return { token: null, headers: null, refused: { status: error.statusCode, code: error.body?.code } };
  }
}

/** Ends the session of the request, and returns what deletes its cookies. */
export async function closeSession({ headers }: Request): Promise<Headers> {
  const answer = await auth(headers).api.signOut({ headers, returnHeaders: true });
  return cookiesOf(answer.headers);
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
