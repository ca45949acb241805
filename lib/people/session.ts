import "server-only";
import { auth } from "./auth";
import { Role } from "./schema";

/** Who is signed in, as the pages need to know it. */
export type StaffSession = { id: string; userId: string; email: string; role: Role; mustChangePassword: boolean };

/** Reads the session from a request's cookies; null when nobody is signed in. */
export async function readSession(headers: Headers): Promise<StaffSession | null> {
  const session = await auth(headers).api.getSession({ headers });
  if (!session) return null;
  const { id, email, mustChangePassword, disabledAt } = session.user;
  if (disabledAt) return null;
  const role = Role.safeParse(session.user.role).data ?? "staff";
  return { id: session.session.id, userId: id, email, role, mustChangePassword: mustChangePassword === true };
}
