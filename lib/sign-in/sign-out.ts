import "server-only";
import { ApiError } from "../http/errors";
import { findSession } from "../people/session";
import { endOtherSessions, findSignedIn } from "../people/session-store";
import { askBetterAuth } from "./ask-better-auth";
import { recordSignOut, recordSignOutElsewhere } from "./audit-store";
import { authRefusal } from "./refusals";

/**
 * Signs a person out and records it in the audit. Without a session, it does nothing and succeeds.
 * @throws ApiError forbidden for a page of another site, unavailable when the session could not be ended
 */
export async function signOut(request: Request): Promise<Response> {
  const session = await findSession(request.headers);
  const answer = await askBetterAuth(request, {}, "unknown");
  if (!answer.ok) throw authRefusal(answer.status);
  if (session) {
    // Better Auth reports success even when it could not reach the database.
    if (await findSignedIn(session.personId, session.id)) {
      throw new ApiError("unavailable", "Signing out did not work. Please try again.");
    }
    await recordSignOut(session.email);
  }
  return new Response("{}", { headers: answer.headers });
}

/**
 * Ends all other sessions of the signed-in person.
 * @throws ApiError unauthorized
 */
export async function signOutElsewhere(request: Request): Promise<Response> {
  const session = await findSession(request.headers);
  if (!session) throw authRefusal(401);
  if ((await endOtherSessions(session.personId, session.id)) > 0) await recordSignOutElsewhere(session.email);
  return Response.json({});
}
