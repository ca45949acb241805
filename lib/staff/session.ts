import "server-only";
import { auth } from "./auth";

/** Who is signed in, as the pages need to know it. */
export type StaffSession = { userId: string; email: string; mustChangePassword: boolean };

/** Reads the session from a request's cookies; null when nobody is signed in. */
export async function readSession(headers: Headers): Promise<StaffSession | null> {
  const session = await auth().api.getSession({ headers });
  if (!session) return null;
  const { id, email, mustChangePassword } = session.user;
  return { userId: id, email, mustChangePassword: mustChangePassword === true };
}
