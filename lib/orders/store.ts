import "server-only";
import * as z from "zod/mini";
import { changeSetOf, inverseOf, record, type StoredChange } from "../audit/log-store";
import { fieldsOf } from "../audit/store";
import { db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, conflict, DomainError } from "../domain";
import type { Order as OrderRow } from "../generated/prisma/client";
import { forgetAnswers } from "../idempotency/store";
import { type LockedPet, lockPet } from "../pets/changes/record-store";
import { mapValues } from "../values/objects";
import { NO_ORDER, type Order, type OrderSchedule } from "./schema";
import { ORDER_STATUSES } from "./status";

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
 * @throws DomainError not_found; conflict when the order is not open
 */
export function scheduleOrder(author: Author, id: bigint, { shipDate }: OrderSchedule): Promise<Order> {
  return inTransaction(async (tx) => {
    const { order: row } = await lockOrder(tx, id);
    const date = toDate(shipDate);
    if (row.status !== "open") {
      throw conflict(`This order is ${row.status}: the hand-over can be set only while an order is open`);
    }
    if (row.shipDate?.getTime() === date?.getTime()) return toOrder(row);
    const changed = await tx.order.update({ where: { id }, data: { shipDate: date } });
    const order = toOrder(changed);
    const fields = { shipDate: { from: toOrder(row).shipDate, to: order.shipDate } };
    const change = { petId: row.petId, action: "order.scheduled", fields } as const;
    // The animal keeps its version.
    await record(tx, author, { ...subjectOf(row), ...change }, { subject: "pet", subjectId: row.petId, ...change });
    return order;
  });
}

type FirstOrder = { petId: bigint; status: "open" | "completed"; shipDate?: string | null };

/** Lock the animals first. */
export async function createOrders(
  tx: Transaction,
  author: Author,
  orders: readonly FirstOrder[],
  tookPlaceAt: Date | null = null,
): Promise<OrderRow[]> {
  if (orders.length === 0) return [];
  const changedAt = tookPlaceAt ?? (await changeSetOf(tx, author)).at;
  const data = orders.map(({ shipDate = null, ...order }) => ({ ...order, shipDate: toDate(shipDate), changedAt }));
  const rows = await tx.order.createManyAndReturn({ data });
  const steps = rows.map(({ id, petId, status }) => {
    const action = `order.${status === "open" ? "placed" : status}` as const;
    return { ...subjectOf({ id, petId }), action, fields: { status: { from: null, to: status } }, at: tookPlaceAt };
  });
  await record(tx, author, ...steps);
  return rows;
}

export async function createOrder(tx: Transaction, author: Author, order: FirstOrder, tookPlaceAt?: Date | null) {
  const [row] = await createOrders(tx, author, [order], tookPlaceAt);
  if (!row) throw new TypeError("the database stores every order");
  return row;
}

type StepDetails = { tookPlaceAt?: Date | null; returnReason?: string | null };

/** Gives orders another status, as steps of their adoptions. Lock the animals first. */
export async function setStatus(
  tx: Transaction,
  author: Author,
  orders: readonly OrderRow[],
  status: "completed" | "cancelled" | "returned",
  { tookPlaceAt = null, returnReason = null }: StepDetails = {},
): Promise<OrderRow[]> {
  if (orders.length === 0) return [];
  const data = { status, returnReason, changedAt: tookPlaceAt ?? (await changeSetOf(tx, author)).at };
  const before = new Map(orders.map((order) => [order.id, order]));
  const rows = await tx.order.updateManyAndReturn({ where: { id: { in: [...before.keys()] } }, data });
  const steps = rows.map((row) => {
    const fields = changesBetween(before.get(row.id) ?? row, row);
    return { ...subjectOf(row), action: `order.${status}` as const, fields, at: tookPlaceAt };
  });
  await record(tx, author, ...steps);
  return rows;
}

const subjectOf = ({ id, petId }: Pick<OrderRow, "id" | "petId">) =>
  ({ subject: "order", subjectId: id, petId }) as const;

/** What a step changes, so that it can be undone. */
const stepOf = ({ status, changedAt, returnReason }: OrderRow) => ({ status, changedAt, returnReason });
const changesBetween = (before: OrderRow, after: OrderRow) => fieldsOf(stepOf(before), stepOf(after));

export function toOrder({ id, petId, status, shipDate, returnReason, version }: OrderRow): Order {
  const [complete, date] = [status === "completed", shipDate?.toISOString() ?? null];
  return { id, petId, quantity: 1n, shipDate: date, complete, status, returnReason, version: String(version) };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

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
  const undone = isPlacement ? changesBetween(before, row) : inverseOf(fields);
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
  const sets = changed.map(({ set }) => set);
  await forgetAnswers(tx, [], sets);
}
