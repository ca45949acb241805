import "server-only";
import { recordAudit } from "../audit/store";
import { ApiError } from "../http/errors";
import { readSession } from "../people/session";
import { findSignedIn } from "../people/session-store";
import { askBetterAuth } from "./better-auth";
import { refusalOf } from "./sign-in";

/**
 * Signs a person out, and writes it down. Who is not signed in has nothing to do.
 * @throws ApiError forbidden for a page of another site, unavailable when the session could not be ended
 */
export async function signOut(request: Request): Promise<Response> {
  const session = await readSession(request.headers);
  const answer = await askBetterAuth(request, {}, "unknown");
  if (!answer.ok) throw refusalOf(answer.status);
  if (session) {
    // Better Auth says yes also when it could not reach the database.
    if (await findSignedIn(session.personId, session.id)) {
      throw new ApiError("unavailable", "Signing out did not work. Please try again.");
    }
    const { email } = session;
    await recordAudit({ actor: email, action: "person.sign_out", subject: email, details: {} });
  }
  return new Response("{}", { headers: answer.headers });
}
