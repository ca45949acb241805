import "server-only";
import { type Author, authorText } from "../author";
import { now } from "../clock";
import { inTransaction, type Transaction } from "../database/transaction";
import type { Order, OrderReturn } from "../orders/schema";
import type { OrderAction } from "../orders/status";
import { changeOrder } from "../orders/store";
import { declineOpen, reopenDeclined } from "./adoption-store";

/**
 * Completes, cancels or returns an order, with what follows for its animal and the applications, in one transaction.
 * Completing declines the other applications for the animal, and a return within a minute reopens them. Cancelling takes
 * an approval back.
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
    if (action === "return") await reopenDeclined(tx, { petId: order.petId, author });
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
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
