import "server-only";
import { changeSetOf, record } from "../audit/log-store";
import { inTransaction, type Transaction } from "../database/transaction";
import type { Author } from "../domain";
import type { OrderReturn } from "../orders/schema";
import type { OrderAction } from "../orders/status";
import { changeOrder, type VersionedOrder } from "../orders/store";
import { changePet, type WantedChange } from "../pets/changes/patch-store";
import { notBefore } from "../process/clock";
import { isMailed, sendOutcomeMail } from "./mail-store";
import { WITH_PET } from "./related-store";
import { OPEN_STATUSES } from "./status";

/** Maximum number of applicants who are mailed by one transaction. An animal usually has a few. */
const MAX_MAILED = 4_000;

// Any change that makes an animal sold declines the open applications for it, no matter who makes it or how.

/** Changes an animal, and its applications if it becomes sold. @throws DomainError as `changePet` does */
export const changePetAndApplications = (wanted: WantedChange) => changePet(wanted, declineOpen);

/** Applicants who get no e-mail have to be told by a person. Lock the animals first. */
export async function declineOpen(tx: Transaction, author: Author, petIds: readonly bigint[]): Promise<void> {
  const recipients = await tx.application.findMany({
    where: { petId: { in: [...petIds] }, status: { in: [...OPEN_STATUSES] }, suspicious: false },
    include: WITH_PET,
    orderBy: [{ petId: "asc" }, { number: "asc" }],
    take: MAX_MAILED,
  });
  const mailed = recipients.filter(isMailed).map(({ id }) => id);
  // From before waiting for any row. A change of a row in the meantime may have a later time.
  const { id, at } = await changeSetOf(tx, author);
  await tx.$executeRaw`
    WITH declined AS (
      UPDATE applications AS new SET status = 'declined', version = new.version + 1,
        changed_at = greatest(${at}, new.changed_at), to_tell = NOT new.suspicious AND new.id <> ALL (${mailed}::uuid[])
      FROM applications AS old
      WHERE old.id = new.id AND old.pet_id = ANY (${petIds.map(String)}::bigint[])
        AND new.status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
      RETURNING new.id, new.pet_id, new.changed_at, old.status AS was, old.to_tell AS was_to_tell, new.to_tell
    )
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, at, fields)
    SELECT ${id}, pet_id, 'application', id::text, 'changed', changed_at, jsonb_build_object(
      'status', jsonb_build_object('from', was, 'to', 'declined'),
      'pet', jsonb_build_object('from', NULL, 'to', 'sold')
    ) || CASE WHEN was_to_tell = to_tell THEN '{}' ELSE jsonb_build_object(
      'toTell', jsonb_build_object('from', was_to_tell::text, 'to', to_tell::text)) END
    FROM declined`;
  await sendOutcomeMail(tx, "pet_adopted", recipients);
}

/** Changes an order, its animal and the applications. @throws DomainError as `changeOrder` does */
export function changeOrderAndApplications(
  author: Author,
  orderId: bigint,
  action: OrderAction,
  more: OrderReturn = {},
): Promise<VersionedOrder> {
  return inTransaction(async (tx) => {
    const order = await changeOrder(tx, author, orderId, action, more);
    if (action === "complete") await declineOpen(tx, author, [order.petId]);
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
}

/** Back to "talking" after a cancelled order. Without an e-mail, a person has to tell the applicant. */
async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
  const approved = await tx.application.findFirst({ where: { orderId }, include: WITH_PET });
  if (!approved) return;
  const { id, petId } = approved;
  const isMailed = await sendOutcomeMail(tx, "adoption_cancelled", [approved]);
  const [before] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT changed_at AS at FROM applications WHERE id = ${id}::uuid FOR UPDATE`;
  const at = notBefore(before?.at);
  await tx.application.update({
    where: { id },
    data: { status: "talking", orderId: null, toTell: !isMailed, version: { increment: 1n }, changedAt: at },
    select: { id: true },
  });
  const fields = {
    status: { from: "approved", to: "talking" },
    order: { from: "open", to: "cancelled" },
    orderId: { from: String(orderId), to: null },
    ...(!isMailed && { toTell: { from: "false", to: "true" } }),
  };
  await record(tx, author, { subject: "application", subjectId: id, petId, action: "changed", fields, at });
}
