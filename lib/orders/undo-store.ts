import "server-only";
import type { Transaction } from "../database/transaction";
import type { Author } from "../domain";
import { conflict } from "../domain";
import type { PetStatus } from "../pets/status";
import { now } from "../process/clock";
import { MINUTE_MS } from "../values/time";
import type { Order, OrderUndo } from "./schema";
import { COMPLETION_UNDO_MS, type OrderStatus, PET_STATUS, statusBefore, type UndoableStatus } from "./status";
import { changePetStatus, lockOrder, orderEntry, toOrder } from "./store";

/** How long any change of an order can be undone: as long as the e-mails about it are held back. */
const ORDER_UNDO_MS = MINUTE_MS;

export type UndoneOrder = { order: Order; changeId: bigint };

/**
 * Undoes the last step of an order and of its animal, but not of applications. `isKnown` says whether applicants know
 * of the adoption.
 * @throws DomainError not_found; conflict when the order has another status, its last change is an undo or too long
 * ago, or the animal has changed since
 */
export async function undoOrder(
  tx: Transaction,
  author: Author,
  id: bigint,
  { status }: OrderUndo,
  isKnown: (tx: Transaction, petId: bigint) => Promise<boolean>,
): Promise<UndoneOrder> {
  const { order, pet } = await lockOrder(tx, id);
  const { petId } = order;
  if (order.status !== status) throw conflict(`This order is ${order.status}, not ${status}: it has changed since`);
  const last = await getLastChange(tx, id, status);
  const isLong = status === "completed" && !(await isKnown(tx, petId));
  requireRecent(last.at, status, isLong);
  await requireUnchanged(tx, { id, petId, status });
  const before = statusBefore(status);
  const row = await tx.order.update({
    where: { id },
    data: {
      status: before,
      changedAt: await findStatusDate(tx, id, before),
      returnReason: null,
      changes: { create: orderEntry(author, "undone") },
    },
  });
  // The order loses the reason for its return, so the history of the animal keeps it.
  const also = order.returnReason === null ? {} : { returnReason: { from: order.returnReason, to: null } };
  await changePetStatus(tx, author, pet.status, { petId, event: "undone", status: PET_STATUS[before], also });
  return { order: toOrder(row), changeId: last.id };
}

/** Also deletes the reasons that undoing left in the history of the animal. Lock the animal first. */
export async function forgetReturn(tx: Transaction, id: bigint): Promise<void> {
  const { petId } = await tx.order.update({ where: { id }, data: { returnReason: null }, select: { petId: true } });
  await tx.$executeRaw`
    UPDATE pet_changes SET changes = changes - 'returnReason' WHERE pet_id = ${petId} AND changes ? 'returnReason'`;
}

async function findStatusDate(tx: Transaction, orderId: bigint, status: OrderStatus): Promise<Date | null> {
  const action = status === "open" ? "placed" : status;
  const change = await tx.orderChange.findFirst({
    where: { orderId, action },
    select: { at: true, tookPlaceAt: true },
    orderBy: { id: "desc" },
  });
  return change?.tookPlaceAt ?? change?.at ?? null;
}

async function getLastChange(tx: Transaction, orderId: bigint, status: UndoableStatus) {
  const last = await tx.orderChange.findFirst({ where: { orderId }, orderBy: { id: "desc" } });
  if (last?.action !== status) throw conflict("The last change of this order was an undo, which cannot be undone");
  return last;
}

/** Requires that a change is recent. One that applicants do not know of may be older. */
function requireRecent(at: Date, status: UndoableStatus, isLong: boolean): void {
  const [limitMs, words] = isLong ? [COMPLETION_UNDO_MS, "a day"] : [ORDER_UNDO_MS, "a minute"];
  if (at.getTime() > now() - limitMs) return;
  throw conflict(`This order was ${status} more than ${words} ago: that can no longer be undone`);
}

type Change = { id: bigint; petId: bigint; status: UndoableStatus };

async function requireUnchanged(tx: Transaction, { id, petId, status }: Change): Promise<void> {
  const newer = await tx.order.findFirst({ where: { petId, id: { gt: id } }, select: { id: true } });
  if (newer) throw conflict(`Order ${newer.id} for this animal is newer: this one can no longer be undone`);
  const [last] = await tx.$queryRaw<{ action: string; from: PetStatus }[]>`
    SELECT action, changes #>> '{status,from}' AS "from" FROM pet_changes
    WHERE pet_id = ${petId} AND changes ? 'status' ORDER BY id DESC LIMIT 1`;
  if (last?.action === `order.${status}` && last.from === PET_STATUS[statusBefore(status)]) return;
  throw conflict("The status of this animal was changed in another way, so this can no longer be undone");
}
