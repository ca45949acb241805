import "server-only";
import { recordAudit } from "../audit/store";
import { type Author, authorText } from "../author";
import type { Db } from "../database/client";
import { inSnapshot, inTransaction, type Transaction } from "../database/transaction";
import { DomainError } from "../domain-error";
import { forgetWindow } from "../limits/window-store";
import { deleteMailAbout } from "../mail/store";
import { oldBefore } from "../retention";
import { settings } from "../settings";
import { emailSubject } from "./limits";
import { mailsAbout } from "./mail-store";
import { readOutcomes, readRelated } from "./related-store";
import { DETAIL, peopleOf, toApplication } from "./rows";
import { type Application, NO_APPLICATION } from "./schema";

/** An application as the shelter sees it, with its version for the ETag. */
export type VersionedApplication = { application: Application; version: bigint };

/** Reads an application. @throws DomainError not_found */
export function getApplication(id: string, outer?: Transaction): Promise<VersionedApplication> {
  return inSnapshot(async (tx) => {
    const row = await tx.application.findUnique({ where: { id }, select: DETAIL });
    if (!row) throw new DomainError("not_found", NO_APPLICATION);
    const outcomes = await readOutcomes(tx, row.orderId);
    const related = await readRelated(tx, [row], peopleOf(row, outcomes));
    return { application: toApplication(row, outcomes, related), version: row.version };
  }, outer);
}

/**
 * Deletes an application with everything about its applicant: the changes, the mails, and the counts for the e-mail
 * address. The audit records who deleted it.
 * @throws DomainError not_found
 */
export function deleteApplication(author: Author, id: string): Promise<void> {
  return inTransaction(async (tx) => {
    const [deleted] = await tx.$queryRaw<{ email: string }[]>`
      DELETE FROM applications WHERE id = ${id}::uuid RETURNING email`;
    if (!deleted) throw new DomainError("not_found", NO_APPLICATION);
    await deleteMailAbout(tx, mailsAbout(id));
    await forgetWindow(tx, emailSubject(deleted.email));
    const line = { action: "application.delete", subject: id, details: {} } as const;
    const person = "id" in author && (await tx.user.findUnique({ where: { id: author.id }, select: { email: true } }));
    await recordAudit({ actor: person ? person.email : authorText(author), ...line }, tx);
  });
}

/**
 * Deletes up to `most` unsuccessful applications that have not changed for APPLICATION_DAYS, with their mails, and
 * returns how many. Those of adopters stay.
 */
export async function deleteOldApplications(tx: Db, most: number): Promise<number> {
  const end = oldBefore(settings().APPLICATION_DAYS);
  if (end === null) return 0;
  const deleted = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM applications WHERE id IN (
      SELECT id FROM applications WHERE changed_at < ${end} AND status <> 'approved'
      ORDER BY changed_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id::text`;
  await deleteMailAbout(tx, ...deleted.map(({ id }) => mailsAbout(id)));
  return deleted.length;
}
