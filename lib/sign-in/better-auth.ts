import "server-only";
import * as z from "zod/mini";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { auth } from "../people/auth";

/** What Better Auth answered. `headers` holds only what a browser needs: the cookies. */
export type AuthAnswer = { ok: boolean; status: number; code: string | null; headers: Headers };

const Refused = z.object({ code: z.string() });

/** Sends Better Auth this body, with the cookies and the origin of the request. */
export async function askBetterAuth(request: Request, body: object, address: string): Promise<AuthAnswer> {
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.set(CLIENT_ADDRESS_HEADER, address);
  for (const name of ["content-length", "transfer-encoding"]) headers.delete(name);
  const forwarded = new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await auth(headers).handler(forwarded);
  const cookies = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) cookies.append("Set-Cookie", cookie);
  // The body of a success repeats the session token. It is dropped: only the HttpOnly cookie may hold it.
  const refused = answer.ok ? null : Refused.safeParse(await answer.json().catch(() => null));
  return { ok: answer.ok, status: answer.status, code: refused?.data?.code ?? null, headers: cookies };
}
