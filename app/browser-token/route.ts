import { readSession } from "@/lib/staff/session";
import { mintBrowserToken } from "@/lib/tokens";

export const dynamic = "force-dynamic";

/** Mints the bearer token for this browser: visitors may read, signed-in staff may also add animals. */
export async function GET(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  const minted =
    session && !session.mustChangePassword
      ? mintBrowserToken({ sub: session.userId, scopes: ["pets:read", "pets:write"] })
      : mintBrowserToken({ sub: "visitor", scopes: ["pets:read"] });
  return Response.json(minted, { headers: { "Cache-Control": "no-store" } });
}
