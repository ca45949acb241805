import "server-only";
import { audited, recordAudit } from "../audit/store";
import { inTransaction } from "../database/transaction";
import { DomainError } from "../domain";
import { now } from "../process/clock";
import { deletePasswordLinks, FORGOTTEN_MS, findPasswordLink, makePasswordLink } from "./link-store";
import { findPasswordHash, lockPerson } from "./password-store";
import type { SignInState } from "./session-store";

/** The message for a link that no longer works. */
export const LINK_OVER = "This link no longer works: it was used, it has expired, or there is a newer one.";

/**
 * Mails a person a link for choosing a new password. The current one works until they do. A person whose invitation has
 * expired gets none: only an admin can invite them again.
 */
export async function mailPasswordLink({ id, email, passwordExpiresAt }: SignInState): Promise<void> {
  const isOver = passwordExpiresAt !== null && passwordExpiresAt.getTime() <= now();
  await inTransaction(async (tx) => {
    if (isOver && (await tx.account.count({ where: { userId: id, password: null } })) > 0) return;
    await makePasswordLink(tx, { id, email, template: "new_password", lifetimeMs: FORGOTTEN_MS });
    await recordAudit({ actor: "somebody", action: "person.password_link", subject: email, details: {} }, tx);
  });
}

/**
 * Stores the password that a person has chosen with a link. Deletes the link, lifts the restrictions of a one-time
 * password, and ends all sessions of the person. A sign-in in progress cannot keep its session: see `lockPerson`. The
 * first password of an invited person is recorded as the acceptance of the invitation.
 * @throws DomainError not_found when the link no longer works
 */
export async function storeLinkedPassword(personId: string, token: string, newHash: string): Promise<void> {
  await audited(
    { kind: "self", personId },
    async (tx) => {
      await lockPerson(tx, personId);
      // Looked up again under the lock: of two requests with one link, the second finds none.
      const person = await findPasswordLink(token, tx);
      if (person?.id !== personId) throw new DomainError("not_found", LINK_OVER);
      const isInvited = (await findPasswordHash({ id: personId }, tx)) === null;
      await deletePasswordLinks(tx, personId);
      await tx.account.updateMany({
        where: { userId: personId, providerId: "credential" },
        data: { password: newHash },
      });
      await tx.session.deleteMany({ where: { userId: personId } });
      await tx.user.updateMany({
        where: { id: personId },
        data: { mustChangePassword: false, passwordExpiresAt: null },
      });
      return { email: person.email, isInvited };
    },
    ({ email, isInvited }) => ({
      action: isInvited ? "person.accept_invitation" : "person.password_change",
      subject: email,
    }),
  );
}
