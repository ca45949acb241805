import "server-only";
import type { ApplicationRow } from "../applications/related-store";
import type { ApplicationStatus } from "../applications/status";
import { record } from "../audit/log-store";
import type { RecordedChanges } from "../audit/schema";
import { fieldsOf } from "../audit/store";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, conflict } from "../domain";
import { type NewOrder, type Order, type OrderReturn, spanOf } from "../orders/schema";
import type { OrderStatus } from "../orders/status";
import { createOrder, createOrders, lockOrder, setStatus, toOrder } from "../orders/store";
import type { HiddenReason } from "../pets/care/schema";
import { careOf, readCares, writeCare } from "../pets/care/store";
import { changeAndRecord, type LockedPet, lockPet, orderedError } from "../pets/changes/record-store";
import type { PetStatus } from "../pets/status";
import { now } from "../process/clock";
import { type Consent, declineOpen, reopenApproved, requireConsent, TO_ANYTHING } from "./applications-store";
import { type OrderAction, STEPS } from "./transitions";

// An animal, its orders and its applications change together. Every step of an adoption is here, whoever takes it and
// however.

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
    const row = await createOrder(tx, author, { petId, status: STEPS.place.to, shipDate });
    await changePetStatus(tx, author, petId, pet.status, "place");
    return toOrder(row);
  }, outer);
}

/**
 * Changes an order, its animal and the applications.
 * @throws DomainError not_found; conflict when the order has another status, or came back before it was completed;
 * confirmation_required as `requireConsent` does
 */
export function changeOrder(
  author: Author,
  orderId: bigint,
  action: OrderAction,
  more: OrderReturn = {},
  consent = TO_ANYTHING,
): Promise<Order> {
  return inTransaction(async (tx) => {
    const order = await takeStep(tx, author, orderId, action, more);
    if (action === "complete") {
      await requireConsent(tx, [order.petId], [], consent);
      await declineOpen(tx, author, [order.petId]);
    }
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
}

/**
 * Approving an application places an order, and withdrawing the approval cancels it. Returns the new order of the
 * application. Lock both first.
 * @throws DomainError conflict as `placeOrder` and `changeOrder` do
 */
export async function followDecision(
  tx: Transaction,
  author: Author,
  { petId, orderId }: Pick<ApplicationRow, "petId" | "orderId">,
  status: ApplicationStatus,
  shipDate: string | null,
): Promise<{ orderId?: bigint | null }> {
  if (status === "approved") return { orderId: (await placeOrder(author, { petId, shipDate }, tx)).id };
  if (orderId === null) return {};
  await takeStep(tx, author, orderId, "cancel");
  return { orderId: null };
}

/** Changes an order and its animal. */
async function takeStep(
  tx: Transaction,
  author: Author,
  id: bigint,
  action: OrderAction,
  { reason, tookPlaceAt: at, hidden }: OrderReturn = {},
): Promise<Order> {
  const { from, to } = STEPS[action];
  const { order, pet } = await lockOrder(tx, id);
  if (order.status === to) throw conflict(`This order is already ${to}`);
  if (order.status !== from) {
    throw conflict(`This order is ${order.status}: only ${withArticle(from)} one can be ${to}`);
  }
  const tookPlaceAt = earlierTime(at);
  // Only a return is checked: an adoption may be entered after the animal was handed over.
  if (action === "return" && tookPlaceAt && order.changedAt && spanOf(tookPlaceAt).to < order.changedAt.getTime()) {
    throw conflict("This order was not completed yet at that time");
  }
  const [row] = await setStatus(tx, author, [order], to, { tookPlaceAt, returnReason: reason ?? null });
  const care = hidden ? await hide(tx, order.petId, hidden) : {};
  await changePetStatus(tx, author, order.petId, pet.status, action, tookPlaceAt, care);
  return toOrder(row ?? order);
}

const withArticle = (status: OrderStatus) => (status === "open" ? "an open" : `a ${status}`);

/** Returns when a step took place if that is not now, or null. A day that has only begun elsewhere counts as now. */
function earlierTime(at: string | null | undefined): Date | null {
  const time = at ? new Date(at) : null;
  return time !== null && time.getTime() < now() ? time : null;
}

/** Returns what this changes. */
async function hide(tx: Transaction, petId: bigint, hidden: HiddenReason): Promise<RecordedChanges> {
  const before = careOf(await readCares(tx, [petId]), petId);
  await writeCare(tx, new Map([[petId, { hidden }]]));
  return fieldsOf(before, { hidden });
}

/** An animal that was added with the status of a step keeps it. */
async function changePetStatus(
  tx: Transaction,
  author: Author,
  petId: bigint,
  from: PetStatus,
  step: keyof typeof STEPS,
  tookPlaceAt: Date | null = null,
  care: RecordedChanges = {},
): Promise<void> {
  const { to, pet: status } = STEPS[step];
  const action = `order.${to === "open" ? "placed" : to}` as const;
  const changes = tookPlaceAt === null ? {} : { tookPlaceAt: { from: null, to: tookPlaceAt.toISOString() } };
  if (from === status) return record(tx, author, { subject: "pet", subjectId: petId, petId, action, fields: changes });
  const change = { petId, author, action, changes: { status: { from, to: status }, ...care, ...changes } };
  await changeAndRecord(tx, { ...change, set: { status }, tookPlaceAt });
}

/**
 * What follows when animals became sold, or available again after that: an open order is completed, or there is a
 * completed one from now on, and that of an animal that is available again is returned. Lock the animals first.
 * @throws DomainError confirmation_required
 */
export async function adopt(
  tx: Transaction,
  author: Author,
  { sold, returned }: { sold: readonly bigint[]; returned: readonly bigint[] },
  consent = TO_ANYTHING,
): Promise<void> {
  const orders = await tx.order.findMany({
    where: { petId: { in: [...sold, ...returned] }, status: { in: ["open", "completed"] } },
    orderBy: { id: "asc" },
  });
  const { open = [], completed = [] } = Object.groupBy(orders, ({ status }) => status);
  await setStatus(tx, author, completed, STEPS.return.to);
  if (sold.length === 0) return;
  const orderIds = open.map(({ id }) => id);
  await requireConsent(tx, sold, orderIds, consent);
  await setStatus(tx, author, open, STEPS.complete.to);
  const ordered = new Set(open.map(({ petId }) => petId));
  const others = sold.filter((petId) => !ordered.has(petId)).map((petId) => ({ petId, status: STEPS.complete.to }));
  await createOrders(tx, author, others);
  await declineOpen(tx, author, sold);
}

/** Asks what `adopt` asks, before animals become sold. @throws DomainError confirmation_required */
export async function askToAdopt(tx: Transaction, petIds: readonly bigint[], consent: Consent): Promise<void> {
  const where = { petId: { in: [...petIds] }, status: "open" as const };
  const open = await tx.order.findMany({ where, select: { id: true }, orderBy: { id: "asc" } });
  const orderIds = open.map(({ id }) => id);
  await requireConsent(tx, petIds, orderIds, consent);
}

/**
 * Returns the completed order of an animal that somebody has taken home, or places one. Lock the animal first.
 * @throws DomainError conflict when the animal has an open order; confirmation_required as `requireConsent` does
 */
export async function ensureCompleted(
  tx: Transaction,
  author: Author,
  petId: bigint,
  { status }: LockedPet,
  handedOverAt: string | null = null,
  consent = TO_ANYTHING,
): Promise<bigint> {
  const current = await tx.order.findFirst({ where: { petId, status: { in: ["open", "completed"] } } });
  if (current?.status === "open") throw orderedError();
  if (current) return current.id;
  const tookPlaceAt = earlierTime(handedOverAt);
  const completed = { petId, status: STEPS.complete.to, shipDate: handedOverAt };
  const order = await createOrder(tx, author, completed, tookPlaceAt);
  await changePetStatus(tx, author, petId, status, "complete", tookPlaceAt);
  if (status !== STEPS.complete.pet) {
    await requireConsent(tx, [petId], [], consent);
    await declineOpen(tx, author, [petId]);
  }
  return order.id;
}
