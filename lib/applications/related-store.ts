import "server-only";
import type { Db } from "../database/client";
import { statusBefore } from "../orders/status";
import { shownName } from "../values/person-name";
import type { ListedRow, Outcome, Related } from "./columns";
import { MAX_CHANGES, type PublicApplication } from "./schema";
import { isOpen } from "./status";

// Sends one query after another. Prisma would read relations concurrently, but a transaction has one connection, and
// `pg` refuses a query while another one is running on it.

/** Reads the animals and orders of applications, and these people. */
export async function readRelated(
  tx: Db,
  rows: readonly Pick<ListedRow, "petId" | "orderId">[],
  personIds: readonly string[],
): Promise<Related> {
  const petIds = rows.map(({ petId }) => petId);
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const pets = await tx.pet.findMany({ where: { id: { in: petIds } }, select: { id: true, name: true } });
  const people = await tx.user.findMany({
    where: { id: { in: [...personIds] } },
    select: { id: true, name: true, email: true },
  });
  const orders = await tx.order.findMany({
    where: { id: { in: orderIds } },
    select: { id: true, status: true, shipDate: true },
  });
  return {
    pets: new Map(pets.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, ...person }) => [id, shownName(person)])),
    orders: new Map(
      orders.map(({ id, status, shipDate }) => [id, { status, shipDate: shipDate?.toISOString() ?? null }]),
    ),
  };
}

/**
 * Reads when the order of an application was completed and returned, and when that was undone. The latest is first, and
 * there are at most as many as a history shows.
 */
export async function readOutcomes(tx: Db, orderId: bigint | null): Promise<Outcome[]> {
  if (orderId === null) return [];
  const changes = await tx.orderChange.findMany({
    where: { orderId, action: { not: "scheduled" } },
    select: { at: true, author: true, action: true, tookPlaceAt: true },
    orderBy: { id: "desc" },
    take: MAX_CHANGES + 1,
  });
  const outcomes = changes.flatMap(({ action, ...change }, index): Outcome[] => {
    if (action === "completed" || action === "returned") {
      return [{ ...change, from: statusBefore(action), to: action }];
    }
    // The change before is the one that is undone.
    const undone = action === "undone" ? changes[index + 1]?.action : undefined;
    if (undone !== "completed" && undone !== "returned") return [];
    return [{ ...change, tookPlaceAt: null, from: undone, to: statusBefore(undone) }];
  });
  return outcomes.slice(0, MAX_CHANGES);
}

/** The columns of the applicant's view. */
export const PUBLIC = {
  id: true,
  petId: true,
  status: true,
  orderId: true,
  createdAt: true,
  changedAt: true,
  pet: { select: { name: true } },
} as const;

type PublicRow = Pick<PublicApplication, "id" | "petId" | "status"> & {
  orderId: bigint | null;
  createdAt: Date;
  changedAt: Date;
  pet: { name: string };
};

/** Returns a row as the applicant sees it. */
export async function toPublic(tx: Db, row: PublicRow): Promise<PublicApplication> {
  const { id, petId, status, orderId, createdAt, changedAt, pet } = row;
  return {
    id,
    petId,
    petName: pet.name,
    status,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    mayWithdraw: isOpen(status) || (await isOrderOpen(tx, orderId)),
  };
}

async function isOrderOpen(tx: Db, orderId: bigint | null): Promise<boolean> {
  if (orderId === null) return false;
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { status: true } });
  return order?.status === "open";
}
