import "server-only";
import { shownName } from "../values/person-name";
import { auth } from "./better-auth";
import { Role } from "./schema";

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
  const found = await auth(headers).api.getSession({ headers });
  if (!found || found.user.disabledAt) return null;
  const { id: personId, email, mustChangePassword } = found.user;
  const name = shownName(found.user);
  const role = Role.safeParse(found.user.role).data ?? "staff";
  return { id: found.session.id, personId, email, name, role, mustChangePassword: mustChangePassword === true };
}
