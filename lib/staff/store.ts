import "server-only";
import { now } from "../clock";
import { type Db, db } from "../db";

/** Notes that a person chose a password of their own. */
export async function passwordWasChanged(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { mustChangePassword: false } });
}

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

/** What this person may do, at this moment; null when the account is gone or disabled. */
export async function findRole(userId: string): Promise<string | null> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { role: true, disabledAt: true } });
  return user?.disabledAt === null ? user.role : null;
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
