import { mintBrowserToken, personScopes, VISITOR, VISITOR_SCOPES } from "@/lib/api/browser-token";
import { findSession } from "@/lib/people/better-auth";

export const dynamic = "force-dynamic";

/** Mints the bearer token with which this browser calls `/v1`. A person with a one-time password gets a visitor's. */
export async function GET(request: Request): Promise<Response> {
  const session = await findSession(request.headers);
  const person = session && !session.mustChangePassword ? session : null;
  const minted = person
    ? mintBrowserToken({ sub: person.personId, session: person.id, scopes: personScopes(person.role) })
    : mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES });
  return Response.json({ ...minted, isVisitor: person === null }, { headers: { "Cache-Control": "no-store" } });
}
