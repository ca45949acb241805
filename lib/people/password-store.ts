import "server-only";
import { randomUUID } from "node:crypto";
import { generateRandomString } from "better-auth/crypto";
import { audited } from "../audit/store";
import { type Db, db } from "../database/client";
import { conflict } from "../domain";
import { now } from "../process/clock";
import { deletePasswordLinks } from "./link-store";
import { SESSION_SECONDS } from "./session-store";

/** Length of a session's token, as Better Auth makes them. */
const TOKEN_LENGTH = 32;

/** Finds the hash of a person's password. Returns null if there is no such person. */
export async function findPasswordHash(
  person: { id: string } | { email: string },
  tx: Db = db(),
): Promise<string | null> {
  const where = { providerId: "credential", user: person };
  return (await tx.account.findFirst({ where, select: { password: true } }))?.password ?? null;
}

/**
 * Locks a person until the end of the transaction that changes the password. A new session refers to its person, so
 * inserting one waits for this lock too. A sign-in in progress therefore either stores its session before the lock, and
 * the transaction deletes it, or stores it afterwards, and finds another hash.
 */
export async function lockPerson(tx: Db, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`;
}

type PasswordChange = {
  personId: string;
  email: string;
  sessionId: string;
  /** The stored hash against which the person's current password was checked. */
  checkedHash: string;
  newHash: string;
};

/**
 * Stores the password that a person has chosen, lifts the restrictions of a one-time password, ends the person's other
 * sessions, and gives this one a new id and a new token.
 * @returns the new token, or null if the session has ended in the meantime, as after a reset by an admin
 * @throws DomainError conflict when the password was replaced in the meantime; forbidden when the person was disabled
 */
export async function storeOwnPassword({
  personId,
  email,
  sessionId,
  checkedHash,
  newHash,
}: PasswordChange): Promise<string | null> {
  return audited(
    { kind: "self", personId },
    async (tx) => {
      await lockPerson(tx, personId);
      const token = await renewSession(tx, { id: sessionId, userId: personId });
      if (token === null) return null;
      if ((await findPasswordHash({ id: personId }, tx)) !== checkedHash) {
        throw conflict("The password was changed at the same time. Try again");
      }
      await tx.account.updateMany({
        where: { userId: personId, providerId: "credential" },
        data: { password: newHash },
      });
      await tx.session.deleteMany({ where: { userId: personId, token: { not: token } } });
      await deletePasswordLinks(tx, personId);
      await tx.user.updateMany({
        where: { id: personId },
        data: { mustChangePassword: false, passwordExpiresAt: null },
      });
      return token;
    },
    (token) => (token === null ? null : { action: "person.password_change", subject: email }),
  );
}

/** Gives a session a new id, a new token and a new expiry. Returns null if there is no such session. */
async function renewSession(tx: Db, session: { id: string; userId: string }): Promise<string | null> {
  const token = generateRandomString(TOKEN_LENGTH, "a-z", "A-Z", "0-9");
  const expiresAt = new Date(now() + SESSION_SECONDS * 1000);
  const { count } = await tx.session.updateMany({ where: session, data: { id: randomUUID(), token, expiresAt } });
  return count === 0 ? null : token;
}
