import "server-only";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, authorText, conflict } from "../domain";
import type { Order, OrderReturn, OrderUndo } from "../orders/schema";
import type { OrderAction } from "../orders/status";
import { changeOrder } from "../orders/store";
import { type UndoneOrder, undoOrder } from "../orders/undo-store";
import { notBefore } from "../process/clock";
import { RECIPIENT, sendOutcomeMail, takeBackOutcomeMail } from "./mail-store";
import { declineOpen, hasDeclined, reopenDeclined } from "./pet-effects-store";
import type { ApplicationFieldChanges } from "./schema";

/**
 * Changes an order, its animal and the applications. A return within a minute reopens what completing declined.
 * @throws DomainError as `changeOrder` does
 */
export function changeOrderAndApplications(
  author: Author,
  orderId: bigint,
  action: OrderAction,
  more: OrderReturn = {},
): Promise<Order> {
  return inTransaction(async (tx) => {
    const order = await changeOrder(tx, author, orderId, action, more);
    if (action === "complete") await declineOpen(tx, [{ petId: order.petId, author }]);
    if (action === "return") await reopenDeclined(tx, { petId: order.petId, author }, "returned");
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
}

/**
 * Undoes the last step of an order, its animal and the applications.
 * @throws DomainError as `undoOrder` does; conflict when the application cannot be approved again, or its applicant
 * knows that the adoption was cancelled
 */
export function undoOrderAndApplications(author: Author, orderId: bigint, undo: OrderUndo): Promise<Order> {
  return inTransaction(async (tx) => {
    const undone = await undoOrder(tx, author, orderId, undo, hasDeclined);
    const { petId } = undone.order;
    if (undo.status === "completed") await reopenDeclined(tx, { petId, author }, "undone");
    if (undo.status === "returned") await declineOpen(tx, [{ petId, author }]);
    if (undo.status === "cancelled") await approveAgain(tx, author, undone);
    return undone.order;
  });
}

/** Back to "talking" after a cancelled order. Without an e-mail, a person has to tell the applicant. */
async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
  const approved = await tx.application.findFirst({ where: { orderId }, select: RECIPIENT });
  if (!approved) return;
  const isMailed = await sendOutcomeMail(tx, "adoption_cancelled", [approved]);
  const changes = {
    status: { from: "approved", to: "talking" },
    order: { from: "open", to: "cancelled" },
    ...(!isMailed && { toTell: { from: "false", to: "true" } }),
  };
  await changeApproval(tx, author, { id: approved.id, status: "talking", orderId: null, toTell: !isMailed, changes });
}

async function approveAgain(tx: Transaction, author: Author, { order, changeId }: UndoneOrder): Promise<void> {
  const revoked = await findRevokedApproval(tx, order.petId, changeId);
  if (!revoked) return;
  if (!revoked.isByOrder)
    throw conflict("Taking the approval back cancelled this order: approve the application again");
  if (revoked.isChanged) throw conflict("The application has changed since, so this can no longer be undone");
  const tooLate = await takeBackOutcomeMail(tx, "adoption_cancelled", [revoked.id], revoked.cancelledAt);
  if (tooLate.size > 0)
    throw conflict("The applicant knows that the adoption was cancelled: approve the application again");
  const changes = { status: { from: "talking", to: "approved" }, order: { from: "cancelled", to: "open" } };
  await changeApproval(tx, author, { id: revoked.id, status: "approved", orderId: order.id, toTell: false, changes });
}

type RevokedApproval = { id: string; cancelledAt: Date; isByOrder: boolean; isChanged: boolean };

/** Finds and locks the application that lost its approval in the transaction of this change. Lock the animal first. */
async function findRevokedApproval(tx: Transaction, petId: bigint, changeId: bigint): Promise<RevokedApproval | null> {
  const [revoked] = await tx.$queryRaw<RevokedApproval[]>`
    SELECT applications.id::text AS id, cancelled.at AS "cancelledAt", revocation.changes ? 'order' AS "isByOrder", EXISTS (
      SELECT FROM application_changes AS later
      WHERE later.application_id = applications.id AND later.id > revocation.id AND later.changes ? 'status'
    ) AS "isChanged"
    FROM applications JOIN application_changes AS revocation ON revocation.application_id = applications.id
      JOIN order_changes AS cancelled ON cancelled.transaction_id = revocation.transaction_id
    WHERE pet_id = ${petId} AND revocation.changes #>> '{status,from}' = 'approved' AND cancelled.id = ${changeId}
    FOR UPDATE OF applications`;
  return revoked ?? null;
}

type Approval = {
  id: string;
  status: "approved" | "talking";
  orderId: bigint | null;
  toTell: boolean;
  changes: ApplicationFieldChanges;
};

async function changeApproval(tx: Transaction, author: Author, { id, changes, ...data }: Approval): Promise<void> {
  const [before] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT changed_at AS at FROM applications WHERE id = ${id}::uuid FOR UPDATE`;
  const at = notBefore(before?.at);
  const entry = { at, author: authorText(author), changes };
  await tx.application.update({
    where: { id },
    data: { ...data, version: { increment: 1n }, changedAt: at, changes: { create: entry } },
    select: { id: true },
  });
}
