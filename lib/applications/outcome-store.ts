import "server-only";
import { type Author, authorText } from "../author";
import { now } from "../clock";
import { inTransaction, type Transaction } from "../database/transaction";
import type { Order } from "../orders/schema";
import type { OrderAction } from "../orders/status";
import { changeOrder } from "../orders/store";
import { RECIPIENT, sendAdopted } from "./mail-store";
import { OPEN_STATUSES } from "./status";

/** Maximum number of applicants who are mailed when somebody else adopts. An animal usually has a few. */
const MAX_MAILED = 1_000;

/**
 * Completes, cancels or returns an order, with what follows for its animal and the applications, in one transaction.
 * Completing declines the other applications for the animal, and cancelling takes an approval back.
 * @throws DomainError as `changeOrder` does
 */
export function changeOrderAndApplications(author: Author, orderId: bigint, action: OrderAction): Promise<Order> {
  return inTransaction(async (tx) => {
    const order = await changeOrder(tx, author, orderId, action);
    if (action === "complete") await declineOthers(tx, author, order.petId);
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
}

/** Declines the open applications for an animal that was adopted, and notifies their applicants. */
async function declineOthers(tx: Transaction, author: Author, petId: bigint): Promise<void> {
  const recipients = await tx.application.findMany({
    where: { petId, status: { in: [...OPEN_STATUSES] }, suspicious: false },
    select: RECIPIENT,
    orderBy: { number: "asc" },
    take: MAX_MAILED,
  });
  const at = new Date(now());
  await tx.$executeRaw`
    WITH declined AS (
      UPDATE applications AS new SET status = 'declined', version = new.version + 1, changed_at = ${at}
      FROM applications AS old
      WHERE old.id = new.id AND new.pet_id = ${petId} AND new.status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
      RETURNING new.id, old.status AS was
    )
    INSERT INTO application_changes (application_id, at, author, changes)
    SELECT id, ${at}, ${authorText(author)}, jsonb_build_object('status', jsonb_build_object('from', was, 'to', 'declined'))
    FROM declined`;
  await sendAdopted(tx, recipients);
}

/** Returns an approved application to "talking" after its order was cancelled. */
async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
  const approved = await tx.application.findFirst({ where: { orderId }, select: { id: true } });
  if (!approved) return;
  const at = new Date(now());
  const entry = { at, author: authorText(author), changes: { status: { from: "approved", to: "talking" } } };
  await tx.application.update({
    where: approved,
    data: { status: "talking", orderId: null, version: { increment: 1n }, changedAt: at, changes: { create: entry } },
    select: { id: true },
  });
}
