import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { generateRandomString } from "better-auth/crypto";
import { recordSignIn } from "../audit/sign-in-store";
import { audited } from "../audit/store";
import { type Db, db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { conflict, DomainError } from "../domain";
import { deleteMailAbout, enqueueMail } from "../mail/store";
import { now } from "../process/clock";
import { DAY_MS, HOUR_MS } from "../values/time";
import type { Invitation } from "./schema";
import { SESSION_SECONDS, type SignInState } from "./session-store";

/** How long an invitation works, and a link for a forgotten password. Their e-mails say so too. */
const LINK_MS = { invitation: 7 * DAY_MS, new_password: HOUR_MS };
export const invitationEnd = () => new Date(now() + LINK_MS.invitation);

export const LINK_OVER = "This link no longer works: it was used, it has expired, or there is a newer one.";

const LINK_PREFIX = "password-link:";

/** 32 characters from an alphabet of 62 carry 190 random bits. Better Auth makes the tokens of sessions like this. */
const newToken = () => generateRandomString(32, "a-z", "A-Z", "0-9");

type LinkFor = { id: string; email: string; template: keyof typeof LINK_MS };

/**
 * Makes a link for choosing a password, which works once. An invitation replaces the person's earlier links. A link for
 * a forgotten password leaves them: anyone can ask for one, and must not end the others. The database stores only the
 * hash of its token. The token comes after the `#` of the URL, which browsers never send.
 */
export async function makePasswordLink(tx: Transaction, { id, email, template }: LinkFor): Promise<Invitation> {
  if (template === "invitation") await deletePasswordLinks(tx, id);
  const token = newToken();
  const expiresAt = new Date(now() + LINK_MS[template]);
  const link = { id: randomUUID(), identifier: identifierOf(token), value: id, expiresAt };
  await tx.verification.create({ data: link, select: { id: true } });
  const path = `/staff/password#${token}`;
  const isMailed = await enqueueMail(tx, [{ to: email, template, data: { path }, about: aboutPerson(id) }]);
  return { email, link: isMailed ? null : path, expiresAt: expiresAt.toISOString() };
}

/** Deletes a person's links and the e-mails that contain them. */
async function deletePasswordLinks(tx: Db, personId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: personId, identifier: { startsWith: LINK_PREFIX } } });
  await deleteMailAbout(tx, aboutPerson(personId));
}

export const ofPerson = (id: string) => ({ subject: "person", subjectId: id }) as const;

const aboutPerson = (id: string) => `person:${id}`;
const identifierOf = (token: string) => LINK_PREFIX + createHash("sha256").update(token).digest("base64url");

type Owner = { id: string; email: string; name: string };

/** Finds whose link this is. Returns null if it no longer works. */
export async function findPasswordLink(token: string, tx: Db = db()): Promise<Owner | null> {
  const where = { identifier: identifierOf(token), expiresAt: { gt: new Date(now()) } };
  const link = await tx.verification.findFirst({ where, select: { value: true } });
  if (!link) return null;
  const person = { id: link.value, disabledAt: null };
  return tx.user.findFirst({ where: person, select: { id: true, email: true, name: true } });
}

/**
 * Mails a person a link for choosing a new password. The current one works until they do. A person whose invitation has
 * expired gets none: only an admin can invite them again.
 */
export async function mailPasswordLink({ id, email, passwordExpiresAt }: SignInState): Promise<void> {
  const isOver = passwordExpiresAt !== null && passwordExpiresAt.getTime() <= now();
  await inTransaction(async (tx) => {
    if (isOver && (await tx.account.count({ where: { userId: id, password: null } })) > 0) return;
    await makePasswordLink(tx, { id, email, template: "new_password" });
    await recordSignIn({ event: "link_requested", personId: id }, tx);
  });
}

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

type NewPassword = {
  hash: string;
  /** When a one-time password expires; null for one that the person has chosen. */
  expiresAt?: Date | null;
  keep?: string;
};

/** Replaces the password of a locked person, and ends their links and sessions. */
export async function replacePassword(tx: Db, personId: string, { hash, expiresAt = null, keep = "" }: NewPassword) {
  await tx.account.updateMany({ where: { userId: personId, providerId: "credential" }, data: { password: hash } });
  await tx.session.deleteMany({ where: { userId: personId, token: { not: keep } } });
  await deletePasswordLinks(tx, personId);
  const data = { mustChangePassword: expiresAt !== null, passwordExpiresAt: expiresAt };
  await tx.user.updateMany({ where: { id: personId }, data });
}

/**
 * Stores the password that a person has chosen with a link. The first one of an invited person is recorded as the
 * acceptance of the invitation.
 * @throws DomainError not_found when the link no longer works
 */
export async function storeLinkedPassword(personId: string, token: string, hash: string): Promise<void> {
  await audited(
    { kind: "self", personId },
    async (tx) => {
      await lockPerson(tx, personId);
      // Looked up again under the lock: of two requests with one link, the second finds none.
      const person = await findPasswordLink(token, tx);
      if (person?.id !== personId) throw new DomainError("not_found", LINK_OVER);
      const isInvited = (await findPasswordHash({ id: personId }, tx)) === null;
      await replacePassword(tx, personId, { hash });
      return isInvited;
    },
    (isInvited) => ({
      ...ofPerson(personId),
      action: isInvited ? "person.accept_invitation" : "person.password_change",
    }),
  );
}

type PasswordChange = {
  personId: string;
  sessionId: string;
  /** The stored hash against which the person's current password was checked. */
  checkedHash: string;
  newHash: string;
};

/**
 * Stores the password that a person has chosen, and gives their session a new id and a new token.
 * @returns the new token, or null if the session has ended in the meantime, as after a reset by an admin
 * @throws DomainError conflict when the password was replaced in the meantime; forbidden when the person was disabled
 */
export function storeOwnPassword(change: PasswordChange): Promise<string | null> {
  const { personId, sessionId, checkedHash, newHash } = change;
  return audited(
    { kind: "self", personId },
    async (tx) => {
      await lockPerson(tx, personId);
      const token = await renewSession(tx, { id: sessionId, userId: personId });
      if (token === null) return null;
      if ((await findPasswordHash({ id: personId }, tx)) !== checkedHash) {
        throw conflict("The password was changed at the same time. Try again");
      }
      await replacePassword(tx, personId, { hash: newHash, keep: token });
      return token;
    },
    (token) => (token === null ? null : { ...ofPerson(personId), action: "person.password_change" }),
  );
}

/** Gives a session a new id, a new token and a new expiry. Returns null if there is no such session. */
async function renewSession(tx: Db, session: { id: string; userId: string }): Promise<string | null> {
  const token = newToken();
  const expiresAt = new Date(now() + SESSION_SECONDS * 1000);
  const { count } = await tx.session.updateMany({ where: session, data: { id: randomUUID(), token, expiresAt } });
  return count === 0 ? null : token;
}
