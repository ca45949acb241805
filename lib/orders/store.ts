import "server-only";
import { db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, authorText, conflict, DomainError } from "../domain";
import type { OrderEvent, Order as OrderRow } from "../generated/prisma/client";
import type { FieldChanges, PetAction } from "../pets/changes/history-schema";
import { changeAndRecord, type LockedPet, lockPet, orderedError, recordOnly } from "../pets/changes/record-store";
import type { PetStatus } from "../pets/status";
import { now } from "../process/clock";
import { MINUTE_MS } from "../values/time";
import {
  type NewOrder,
  NO_ORDER,
  type Order,
  type OrderReturn,
  type OrderSchedule,
  type OrderUndo,
  spanOf,
} from "./schema";
import {
  COMPLETION_UNDO_MS,
  ORDER_ACTIONS,
  type OrderAction,
  type OrderStatus,
  PET_STATUS,
  statusBefore,
  type UndoableStatus,
} from "./status";

/**
 * The animal becomes pending in the same transaction.
 * @throws DomainError not_found; conflict when it is not available
 */
export function placeOrder(author: Author, { petId, shipDate = null }: NewOrder, outer?: Transaction): Promise<Order> {
  return inTransaction(async (tx) => {
    const pet = await lockPet(tx, petId);
    if (pet.status !== "available") {
      throw conflict(`This animal is ${pet.status}: only an available one can be ordered`);
    }
    await returnSuperseded(tx, author, petId);
    const date = toDate(shipDate);
    const placed = orderEntry(author, "placed");
    const row = await tx.order.create({
      data: { petId, shipDate: date, changedAt: placed.at, changes: { create: placed } },
    });
    await changePetStatus(tx, author, pet.status, { petId, event: "placed", status: "pending" });
    return toOrder(row);
  }, outer);
}

/**
 * Changes an order and its animal. Applications are above this slice: `changeOrderAndApplications`.
 * @throws DomainError not_found; conflict when the order has another status, or came back before it was completed
 */
export async function changeOrder(
  tx: Transaction,
  author: Author,
  id: bigint,
  action: OrderAction,
  { reason, tookPlaceAt: at }: OrderReturn = {},
): Promise<Order> {
  const { from, to } = ORDER_ACTIONS[action];
  const { order, pet } = await lockOrder(tx, id);
  const { petId, status } = order;
  if (status === to) throw conflict(`This order is already ${to}`);
  if (status !== from) {
    throw conflict(`This order is ${status}: only ${withArticle(from)} one can be ${to}`);
  }
  const tookPlaceAt = earlierTime(at);
  // Only a return is checked: an adoption may be entered after the animal was handed over.
  if (action === "return" && tookPlaceAt && order.changedAt && spanOf(tookPlaceAt).to < order.changedAt.getTime()) {
    throw conflict("This order was not completed yet at that time");
  }
  const change = { ...orderEntry(author, to), tookPlaceAt };
  const changedAt = tookPlaceAt ?? change.at;
  const data = { status: to, returnReason: reason ?? null, changedAt, changes: { create: change } };
  const row = await tx.order.update({ where: { id }, data });
  await changePetStatus(tx, author, pet.status, { petId, event: to, status: PET_STATUS[to], tookPlaceAt });
  return toOrder(row);
}

/** Returns when a step took place if that is not now, or null. A day that has only begun elsewhere counts as now. */
function earlierTime(at: string | null | undefined): Date | null {
  const time = at ? new Date(at) : null;
  return time !== null && time.getTime() < now() ? time : null;
}

/** Locks an order with its animal, until the end of the transaction. @throws DomainError not_found */
export async function lockOrder(tx: Transaction, id: bigint): Promise<{ order: OrderRow; pet: LockedPet }> {
  const unlocked = await tx.order.findUnique({ where: { id }, select: { petId: true } });
  if (!unlocked) throw new DomainError("not_found", NO_ORDER);
  // Whatever changes an animal or its orders locks the animal first, so this lock covers all of its orders.
  const pet = await lockPet(tx, unlocked.petId);
  return { order: await tx.order.findUniqueOrThrow({ where: { id } }), pet };
}

/** Reads an order. @throws DomainError not_found */
export async function getOrder(id: bigint): Promise<Order> {
  const row = await db().order.findUnique({ where: { id } });
  if (!row) throw new DomainError("not_found", NO_ORDER);
  return toOrder(row);
}

/**
 * Setting the current date changes nothing.
 * @throws DomainError not_found; precondition_failed when the date is neither the wanted one nor what it `was`;
 * conflict when the order is not open
 */
export function scheduleOrder(author: Author, id: bigint, { shipDate, was }: OrderSchedule): Promise<Order> {
  return inTransaction(async (tx) => {
    const { order: row } = await lockOrder(tx, id);
    const date = toDate(shipDate);
    const isCurrent = (other: Date | null) => row.shipDate?.getTime() === other?.getTime();
    if (was !== undefined && !isCurrent(date) && !isCurrent(toDate(was))) {
      throw new DomainError("precondition_failed", "The hand-over has changed since you read it");
    }
    if (row.status !== "open") {
      throw conflict(`This order is ${row.status}: the hand-over can be set only while an order is open`);
    }
    if (isCurrent(date)) return toOrder(row);
    const data = { shipDate: date, changes: { create: orderEntry(author, "scheduled") } };
    const order = toOrder(await tx.order.update({ where: { id }, data }));
    const changes = { shipDate: { from: toOrder(row).shipDate, to: order.shipDate } };
    await recordOnly(tx, { petId: row.petId, author, action: "order.scheduled", changes });
    return order;
  });
}

/**
 * Returns the completed order of an animal that somebody has taken home, or places one. Lock the animal first.
 * @throws DomainError conflict when the animal has an open order
 */
export async function ensureCompleted(
  tx: Transaction,
  author: Author,
  pet: LockedPet,
  petId: bigint,
  handedOverAt: string | null = null,
): Promise<bigint> {
  const open = await tx.order.findFirst({ where: { petId, status: "open" }, select: { id: true } });
  if (open) throw orderedError();
  const current = pet.status === "sold" ? await findCurrentOrderId(tx, petId) : null;
  if (current !== null) return current;
  await returnSuperseded(tx, author, petId);
  const tookPlaceAt = earlierTime(handedOverAt) ?? (pet.status === "sold" ? await findSoldAt(tx, petId) : null);
  const [placed, completed] = [orderEntry(author, "placed"), { ...orderEntry(author, "completed"), tookPlaceAt }];
  const changedAt = tookPlaceAt ?? completed.at;
  const data = { petId, status: "completed", shipDate: toDate(handedOverAt), changedAt } as const;
  const { id } = await tx.order.create({ data: { ...data, changes: { create: placed } }, select: { id: true } });
  await tx.orderChange.create({ data: { ...completed, orderId: id }, select: { id: true } });
  await changePetStatus(tx, author, pet.status, { petId, event: "completed", status: "sold", tookPlaceAt });
  if (pet.status === "sold") {
    await recordOnly(tx, { petId, author, action: "order.completed", changes: tookPlaceChange(tookPlaceAt) });
    await dateAdoption(tx, petId, tookPlaceAt);
  }
  return id;
}

/** Finds when a sold animal became sold, or returns null if it was added as sold. */
async function findSoldAt(tx: Transaction, petId: bigint): Promise<Date | null> {
  const [last] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT coalesce(took_place_at, at) AS at FROM pet_changes
    WHERE pet_id = ${petId} AND changes #>> '{status,to}' = 'sold' ORDER BY id DESC LIMIT 1`;
  return last?.at ?? null;
}

/** Says when an animal was adopted that became sold by hand, so that the adoption is counted then. */
async function dateAdoption(tx: Transaction, petId: bigint, tookPlaceAt: Date | null): Promise<void> {
  if (tookPlaceAt === null) return;
  await tx.$executeRaw`
    UPDATE pet_changes SET took_place_at = ${tookPlaceAt} WHERE pet_id = ${petId} AND id = (
      SELECT max(id) FROM pet_changes WHERE pet_id = ${petId} AND changes #>> '{status,to}' = 'sold')`;
}

const tookPlaceChange = (tookPlaceAt: Date | null): FieldChanges =>
  tookPlaceAt === null ? {} : { tookPlaceAt: { from: null, to: tookPlaceAt.toISOString() } };

/** Null if staff marked the animal as adopted by hand: any completed order is then from an earlier adoption. */
async function findCurrentOrderId(tx: Transaction, petId: bigint): Promise<bigint | null> {
  const [last] = await tx.$queryRaw<{ action: PetAction }[]>`
    SELECT action FROM pet_changes WHERE pet_id = ${petId} AND (changes ? 'status' OR action = 'order.completed')
    ORDER BY id DESC LIMIT 1`;
  if (!last?.action.startsWith("order.")) return null;
  const where = { petId, status: "completed" } as const;
  return (await tx.order.findFirst({ where, select: { id: true }, orderBy: { id: "desc" } }))?.id ?? null;
}

/** For orders whose animal got another status without a return. Lock the animal first. */
async function returnSuperseded(tx: Transaction, author: Author, petId: bigint): Promise<void> {
  const orders = await tx.order.findMany({ where: { petId, status: "completed" }, select: { id: true } });
  for (const { id } of orders) {
    const change = orderEntry(author, "returned");
    const data = { status: "returned", changedAt: change.at, changes: { create: change } } as const;
    await tx.order.update({ where: { id }, data, select: { id: true } });
  }
}

type OrderedStatus = {
  petId: bigint;
  event: Exclude<OrderEvent, "scheduled">;
  status: PetStatus;
  also?: FieldChanges;
  tookPlaceAt?: Date | null;
};

export async function changePetStatus(tx: Transaction, author: Author, from: PetStatus, change: OrderedStatus) {
  const { petId, event, status, also, tookPlaceAt = null } = change;
  if (from === status) return;
  const changes = { status: { from, to: status }, ...tookPlaceChange(tookPlaceAt), ...also };
  await changeAndRecord(tx, { petId, author, action: `order.${event}`, changes, set: { status }, tookPlaceAt });
}

export function orderEntry(author: Author, event: OrderEvent) {
  return { author: authorText(author), action: event, at: new Date(now()) };
}

export function toOrder({ id, petId, status, shipDate, returnReason }: OrderRow): Order {
  const complete = status === "completed";
  return { id, petId, quantity: 1n, shipDate: shipDate?.toISOString() ?? null, complete, status, returnReason };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));
const withArticle = (status: OrderStatus) => (status === "open" ? "an open" : `a ${status}`);

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
