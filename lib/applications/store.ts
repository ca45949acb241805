import "server-only";
import { forgetApplications, record } from "../audit/log-store";
import type { Db } from "../database/client";
import { inSnapshot, inTransaction, type Transaction } from "../database/transaction";
import { type Author, DomainError, type Versioned } from "../domain";
import { forgetWindow } from "../limits/window-store";
import { deleteMailAbout } from "../mail/store";
import { forgetReturn } from "../orders/store";
import { lockPet } from "../pets/changes/record-store";
import { oldBefore } from "../process/clock";
import { settings } from "../process/settings";
import { receiptSubject } from "./limits";
import { mailsAbout } from "./mail-store";
import { authorsOf, readHistory, readRelated, toApplication } from "./related-store";
import { type Application, NO_APPLICATION } from "./schema";
import { OPEN_STATUSES } from "./status";

/** Reads an application. @throws DomainError not_found */
export function getApplication(id: string, outer?: Transaction): Promise<Versioned<Application>> {
  return inSnapshot(async (tx) => {
    const row = await tx.application.findUnique({ where: { id } });
    if (!row) throw new DomainError("not_found", NO_APPLICATION);
    const steps = await readHistory(tx, row);
    const related = await readRelated(tx, [row], authorsOf(row, steps));
    return { data: toApplication(row, steps, related), etag: row.version };
  }, outer);
}

/**
 * Deletes an application with everything about its applicant, also in its mails, limits and the reason of a return. The
 * log says who did.
 * @throws DomainError not_found
 */
export function deleteApplication(author: Author, id: string): Promise<void> {
  return inTransaction(async (tx) => {
    const application = await tx.application.findUnique({ where: { id }, select: { petId: true, email: true } });
    if (!application) throw new DomainError("not_found", NO_APPLICATION);
    // Whatever changes the orders of an animal locks the animal first, and so does whatever sends a receipt.
    await lockPet(tx, application.petId);
    if (application.email !== null) await forgetWindow(tx, receiptSubject(application.email));
    const [deleted] = await tx.$queryRaw<{ orderId: bigint | null }[]>`
      DELETE FROM applications WHERE id = ${id}::uuid RETURNING order_id AS "orderId"`;
    if (!deleted) throw new DomainError("not_found", NO_APPLICATION);
    await forgetApplications(tx, [{ id, petId: application.petId }]);
    await deleteMailAbout(tx, mailsAbout(id));
    if (deleted.orderId !== null) await forgetReturn(tx, deleted.orderId);
    await record(tx, author, deletionOf(id));
  });
}

/** How long a forgotten open application is kept. 0 means forever. */
export const openDays = (applicationDays: number) => 4 * applicationDays;

/**
 * Deletes up to `maxRows` applications APPLICATION_DAYS after they were closed, the animal came back or, for possible
 * spam, their last change. An open one is somebody's conversation, so it is kept longer, and the log says that it
 * was deleted.
 */
export async function deleteOldApplications(tx: Db, maxRows: number): Promise<number> {
  const days = settings().APPLICATION_DAYS;
  const [end, openEnd] = [oldBefore(days), oldBefore(openDays(days))];
  if (end === null || openEnd === null) return 0;
  const deleted = await tx.$queryRaw<{ id: string; petId: bigint; isForgotten: boolean }[]>`
    DELETE FROM applications WHERE id IN (
      SELECT id FROM applications WHERE changed_at < ${end} AND (
        suspicious OR status IN ('answered', 'declined', 'withdrawn') OR (status <> 'approved' AND changed_at < ${openEnd})
        OR EXISTS (
          SELECT FROM orders
          WHERE id = order_id AND orders.status = 'returned' AND coalesce(orders.changed_at, '-infinity') < ${end}
        )
      )
      ORDER BY changed_at LIMIT ${maxRows} FOR UPDATE SKIP LOCKED)
    RETURNING id::text, pet_id AS "petId", NOT suspicious AND status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[]) AS "isForgotten"`;
  await forgetApplications(tx, deleted);
  await deleteMailAbout(tx, ...deleted.map(({ id }) => mailsAbout(id)));
  const forgotten = deleted.filter(({ isForgotten }) => isForgotten);
  if (forgotten.length > 0) await record(tx, { kind: "service" }, ...forgotten.map(({ id }) => deletionOf(id)));
  return deleted.length;
}

/** It names no animal, so that nothing says who asked for which. */
const deletionOf = (subjectId: string) =>
  ({ subject: "application", subjectId, action: "application.delete", fields: {} }) as const;
