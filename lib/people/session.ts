import "server-only";
import { isWritable } from "../database/health";
import { shownName } from "../values/person-name";
import { auth } from "./better-auth";
import { Role } from "./schema";
import { oldestSession } from "./session-store";

/** A session and the person who is signed in, as the pages need them. */
export type Session = {
  id: string;
  personId: string;
  email: string;
  name: string;
  role: Role;
  mustChangePassword: boolean;
};

/** Reads the session from a request's cookies. Returns null if nobody is signed in. */
export async function findSession(headers: Headers): Promise<Session | null> {
  const signedIn = await auth(headers).api.getSession({ headers, query: { disableRefresh: !isWritable() } });
  if (!signedIn || signedIn.user.disabledAt || signedIn.session.createdAt < oldestSession()) return null;
  const { session, user } = signedIn;
  const { id: personId, email, mustChangePassword } = user;
  const role = Role.safeParse(user.role).data ?? "staff";
  const name = shownName(user);
  return { id: session.id, personId, email, name, role, mustChangePassword: mustChangePassword === true };
}
