import "server-only";
import type { Db } from "../database/client";
import type { Names } from "./rows";
import type { PublicApplication } from "./schema";
import { isOpen } from "./status";

// Sends one query after another. Prisma would read relations concurrently, but a transaction has one connection, and
// `pg` will refuse a query while another one is running on it.

/** Reads the names of animals and people. */
export async function readNames(tx: Db, petIds: readonly bigint[], personIds: readonly string[]): Promise<Names> {
  const pets = await tx.pet.findMany({ where: { id: { in: [...petIds] } }, select: { id: true, name: true } });
  const people = await tx.user.findMany({ where: { id: { in: [...personIds] } }, select: { id: true, email: true } });
  return {
    pets: new Map(pets.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, email }) => [id, email])),
  };
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
