import { mintBrowserToken, VISITOR } from "@/lib/api/browser-token";
import { readSession } from "@/lib/people/session";

export const dynamic = "force-dynamic";

/** Mints the bearer token for this browser: visitors may read, staff may also add animals, admins change keys and people. */
export async function GET(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  const minted =
    session && !session.mustChangePassword
      ? mintBrowserToken({
          sub: session.personId,
          session: session.id,
          scopes: ["pets:read", "pets:write", ...(session.role === "admin" ? (["admin"] as const) : [])],
        })
      : mintBrowserToken({ sub: VISITOR, scopes: ["pets:read"] });
  return Response.json(minted, { headers: { "Cache-Control": "no-store" } });
}
