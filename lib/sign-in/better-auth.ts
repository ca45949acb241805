import "server-only";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address";
import { auth } from "../people/auth";

/** What Better Auth said; `headers` holds nothing but what a browser needs: the cookies. */
export type AuthAnswer = { ok: boolean; status: number; code: string | null; headers: Headers };

/** Passes a request on to Better Auth with this body, and the cookies and the origin that came with it. */
export async function askBetterAuth(request: Request, body: object, address: string): Promise<AuthAnswer> {
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/json");
  headers.set(CLIENT_ADDRESS_HEADER, address);
  for (const name of ["content-length", "transfer-encoding"]) headers.delete(name);
  const passed = new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await auth(headers).handler(passed);
  const cookies = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) cookies.append("Set-Cookie", cookie);
  // A success repeats the session's token, which is for the cookie alone: scripts have no use for it.
  const code = answer.ok ? null : ((await answer.json().catch(() => null)) as { code?: string } | null)?.code;
  return { ok: answer.ok, status: answer.status, code: code ?? null, headers: cookies };
}
