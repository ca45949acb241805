import "server-only";
import * as z from "zod/mini";
import { type OrderAction, STEPS } from "../adoptions/transitions";
import { changeSetOf, inverseOf, record, type StoredChange } from "../audit/log-store";
import type { RecordedChanges } from "../audit/schema";
import { db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, conflict, DomainError } from "../domain";
import type { Order as OrderRow } from "../generated/prisma/client";
import { forgetAnswers } from "../idempotency/store";
import { changeAndRecord, type LockedPet, lockPet, orderedError, recordOnly } from "../pets/changes/record-store";
import type { PetStatus } from "../pets/status";
import { now } from "../process/clock";
import { mapValues } from "../values/objects";
import { type NewOrder, NO_ORDER, type Order, type OrderReturn, type OrderSchedule, spanOf } from "./schema";
import { ORDER_STATUSES, type OrderStatus } from "./status";

/**
 * The animal becomes pending in the same transaction.
 * @throws DomainError not_found; conflict when it is not available
 */
export function placeOrder(
  author: Author,
  { petId, shipDate = null }: NewOrder,
  outer?: Transaction,
): Promise<VersionedOrder> {
  return inTransaction(async (tx) => {
    const pet = await lockPet(tx, petId);
    if (pet.status !== "available") {
      throw conflict(`This animal is ${pet.status}: only an available one can be ordered`);
    }
    await returnSuperseded(tx, author, petId);
    const row = await tx.order.create({
      data: { petId, shipDate: toDate(shipDate), changedAt: (await changeSetOf(tx, author)).at },
    });
    await recordStep(tx, author, row, "placed", { status: { from: STEPS.place.from, to: STEPS.place.to } });
    await changePetStatus(tx, author, pet.status, { petId, event: "placed", status: STEPS.place.pet });
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
): Promise<VersionedOrder> {
  const { from, to, pet: wanted } = STEPS[action];
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
  const data = {
    status: to,
    returnReason: reason ?? null,
    changedAt: tookPlaceAt ?? (await changeSetOf(tx, author)).at,
  };
  const row = await tx.order.update({ where: { id }, data });
  await recordStep(tx, author, row, to, stepOf(order, row), tookPlaceAt);
  await changePetStatus(tx, author, pet.status, { petId, event: to, status: wanted, tookPlaceAt });
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
export async function getOrder(id: bigint): Promise<VersionedOrder> {
  const row = await db().order.findUnique({ where: { id } });
  if (!row) throw new DomainError("not_found", NO_ORDER);
  return toOrder(row);
}

/**
 * Setting the current date changes nothing.
 * @throws DomainError not_found; precondition_failed when the date is neither the wanted one nor what it `was`;
 * conflict when the order is not open
 */
export function scheduleOrder(author: Author, id: bigint, { shipDate, was }: OrderSchedule): Promise<VersionedOrder> {
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
    const changed = await tx.order.update({ where: { id }, data: { shipDate: date } });
    const order = toOrder(changed);
    const changes = { shipDate: { from: toOrder(row).shipDate, to: order.shipDate } };
    await recordStep(tx, author, changed, "scheduled", changes);
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
  const changedAt = tookPlaceAt ?? (await changeSetOf(tx, author)).at;
  const order = await tx.order.create({
    data: { petId, status: "completed", shipDate: toDate(handedOverAt), changedAt },
  });
  await recordStep(tx, author, order, "completed", { status: { from: null, to: "completed" } }, tookPlaceAt);
  await changePetStatus(tx, author, pet.status, { petId, event: "completed", status: "sold", tookPlaceAt });
  if (pet.status === "sold") {
    await recordOnly(tx, { petId, author, action: "order.completed", changes: tookPlaceChange(tookPlaceAt) });
    await dateAdoption(tx, petId, tookPlaceAt);
  }
  return order.id;
}

/** Finds when a sold animal became sold, or returns null if it was added as sold. */
async function findSoldAt(tx: Transaction, petId: bigint): Promise<Date | null> {
  const [last] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM changes
    WHERE pet_id = ${petId} AND fields #>> '{status,to}' = 'sold' ORDER BY set_id DESC LIMIT 1`;
  return last?.at ?? null;
}

/** Says when an animal was adopted that became sold by hand, so that the adoption is counted then. */
async function dateAdoption(tx: Transaction, petId: bigint, tookPlaceAt: Date | null): Promise<void> {
  if (tookPlaceAt === null) return;
  await tx.$executeRaw`
    UPDATE changes SET at = ${tookPlaceAt} WHERE pet_id = ${petId} AND subject = 'pet' AND set_id = (
      SELECT max(set_id) FROM changes WHERE pet_id = ${petId} AND fields #>> '{status,to}' = 'sold')`;
}

const tookPlaceChange = (tookPlaceAt: Date | null): RecordedChanges =>
  tookPlaceAt === null ? {} : { tookPlaceAt: { from: null, to: tookPlaceAt.toISOString() } };

/** Null if staff marked the animal as adopted by hand: any completed order is then from an earlier adoption. */
async function findCurrentOrderId(tx: Transaction, petId: bigint): Promise<bigint | null> {
  const [current] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT orders.id FROM changes JOIN orders ON orders.id::text = subject_id
    WHERE changes.pet_id = ${petId} AND subject = 'order' AND orders.status = 'completed' AND set_id = (
      SELECT max(set_id) FROM changes
      WHERE pet_id = ${petId} AND subject = 'pet' AND (fields ? 'status' OR action = 'order.completed')
    )`;
  return current?.id ?? null;
}

/** For orders whose animal got another status without a return. Lock the animal first. */
async function returnSuperseded(tx: Transaction, author: Author, petId: bigint): Promise<void> {
  const orders = await tx.order.findMany({ where: { petId, status: "completed" } });
  for (const order of orders) {
    const data = { status: "returned", changedAt: (await changeSetOf(tx, author)).at } as const;
    const row = await tx.order.update({ where: { id: order.id }, data });
    await recordStep(tx, author, row, "returned", stepOf(order, row));
  }
}

type OrderEvent = OrderStatusEvent | "scheduled";
type OrderStatusEvent = "placed" | "completed" | "cancelled" | "returned" | "undone";

/** Each step is also recorded as a change of the animal, with the same action. */
function recordStep(
  tx: Transaction,
  author: Author,
  { id, petId }: OrderRow,
  event: OrderEvent,
  fields: RecordedChanges,
  at: Date | null = null,
): Promise<void> {
  return record(tx, author, { subject: "order", subjectId: id, petId, action: `order.${event}`, fields, at });
}

/** What a step changes, so that it can be undone. */
const stepOf = (before: OrderRow, after: OrderRow): RecordedChanges => ({
  status: { from: before.status, to: after.status },
  changedAt: { from: before.changedAt?.toISOString() ?? null, to: after.changedAt?.toISOString() ?? null },
  ...(before.returnReason !== after.returnReason && {
    returnReason: { from: before.returnReason, to: after.returnReason },
  }),
});

type OrderedStatus = {
  petId: bigint;
  event: OrderStatusEvent;
  status: PetStatus;
  tookPlaceAt?: Date | null;
};

async function changePetStatus(tx: Transaction, author: Author, from: PetStatus, change: OrderedStatus) {
  const { petId, event, status, tookPlaceAt = null } = change;
  if (from === status) return;
  const changes = { status: { from, to: status }, ...tookPlaceChange(tookPlaceAt) };
  await changeAndRecord(tx, { petId, author, action: `order.${event}`, changes, set: { status }, tookPlaceAt });
}

export type VersionedOrder = Order & { version: bigint };

export function toOrder({ id, petId, status, shipDate, returnReason, version }: OrderRow): VersionedOrder {
  const [complete, date] = [status === "completed", shipDate?.toISOString() ?? null];
  return { id, petId, quantity: 1n, shipDate: date, complete, status, returnReason, version: BigInt(version) };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));
const withArticle = (status: OrderStatus) => (status === "open" ? "an open" : `a ${status}`);

/** Gives a locked order its values from before a change. One that was placed is cancelled. */
export async function reverseOrder(
  tx: Transaction,
  author: Author,
  { petId, subjectId, fields }: StoredChange,
): Promise<void> {
  const { status, ...earlier } = Reversible.parse(mapValues(fields, ({ from }) => from));
  const { at } = await changeSetOf(tx, author);
  const isPlacement = status === null;
  const data = isPlacement
    ? ({ status: "cancelled", changedAt: at } as const)
    : { ...earlier, ...(status && { status }) };
  const before = await tx.order.findUniqueOrThrow({ where: { id: BigInt(subjectId) } });
  const row = await tx.order.update({ where: { id: before.id }, data });
  const action = "order.undone";
  const undone = isPlacement ? stepOf(before, row) : inverseOf(fields);
  await record(tx, author, { subject: "order", subjectId, petId, action, fields: undone });
}

const Reversible = z.object({
  status: z.exactOptional(z.nullable(z.enum(ORDER_STATUSES))),
  changedAt: z.exactOptional(z.nullable(z.string())),
  shipDate: z.exactOptional(z.nullable(z.string())),
  returnReason: z.exactOptional(z.nullable(z.string())),
});

/** Also deletes the reasons in the histories of the animal and its orders, and in stored answers. Lock the animal first. */
export async function forgetReturn(tx: Transaction, id: bigint): Promise<void> {
  const { petId } = await tx.order.update({ where: { id }, data: { returnReason: null }, select: { petId: true } });
  const changed = await tx.$queryRaw<{ set: bigint }[]>`
    UPDATE changes SET fields = fields - 'returnReason' WHERE pet_id = ${petId} AND fields ? 'returnReason'
    RETURNING set_id AS set`;
  await forgetAnswers(
    tx,
    [],
    changed.map(({ set }) => set),
  );
}
