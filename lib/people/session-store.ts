import "server-only";
import { now } from "../clock";
import { type Db, db } from "../database/client";

/**
 * What a person who is signed in may do at this moment, found in one query; null when the session is over or another
 * person's, or when the account is disabled.
 */
export async function findSignedIn(
  userId: string,
  session: string,
): Promise<{ role: string; mustChangePassword: boolean } | null> {
  const [found] = await db().$queryRaw<{ role: string; mustChangePassword: boolean }[]>`
    SELECT users.role, users.must_change_password AS "mustChangePassword"
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id = ${session} AND users.id = ${userId}
      AND sessions.expires_at > ${new Date(now())} AND users.disabled_at IS NULL`;
  return found ?? null;
}

/** What decides whether a person may sign in. */
export type Account = {
  id: string;
  email: string;
  mustChangePassword: boolean;
  passwordExpiresAt: Date | null;
  disabledAt: Date | null;
};

const ACCOUNT = { id: true, email: true, mustChangePassword: true, passwordExpiresAt: true, disabledAt: true } as const;

/** Finds an account by its id; null when there is none. */
export async function findPerson(id: string): Promise<Account | null> {
  return db().user.findUnique({ where: { id }, select: ACCOUNT });
}

/** Finds an account by its e-mail address in lower case; null when there is none. */
export async function findAccount(email: string): Promise<Account | null> {
  return db().user.findUnique({ where: { email }, select: ACCOUNT });
}

/** Deletes at most so many sessions that are over; returns how many there were. */
export function deleteEndedSessions(most: number, on: Db): Promise<number> {
  return on.$executeRaw`
    DELETE FROM sessions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sessions WHERE expires_at < ${new Date(now())} ORDER BY expires_at LIMIT ${most}
    ))`;
}

/** Deletes at most so many verifications that are over; returns how many there were. */
export function deleteEndedVerifications(most: number, on: Db): Promise<number> {
  return on.$executeRaw`
    DELETE FROM verifications WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM verifications WHERE expires_at < ${new Date(now())} ORDER BY expires_at LIMIT ${most}
    ))`;
}
