import "server-only";
import { ApiError } from "../http/errors";
import type { Incoming } from "../http/message";
import { parseBody } from "../http/parse";
import { findSession } from "../people/session";
import { endOtherSessions, findSignedIn } from "../people/session-store";
import { askBetterAuth } from "./ask-better-auth";
import { recordSignOut, recordSignOutElsewhere } from "./audit-store";
import { authRefusal } from "./refusals";
import { SessionsToEnd } from "./schema";

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
 * Ends other sessions of the signed-in person: those in the body, or all if it names none.
 * @throws ApiError unauthorized, or bad_request whose message begins with the field
 */
export async function signOutElsewhere(request: Request, incoming: Incoming): Promise<Response> {
  const session = await findSession(request.headers);
  if (!session) throw authRefusal(401);
  const { sessions } = await parseBody(SessionsToEnd, incoming);
  if ((await endOtherSessions(session.personId, session.id, sessions)) > 0) {
    await recordSignOutElsewhere(session.email, sessions !== undefined);
  }
  return Response.json({});
}
