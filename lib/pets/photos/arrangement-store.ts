import "server-only";
import type { Transaction } from "../../database/transaction";
import { conflict } from "../../domain-error";
import { now } from "../../process/clock";
import { PhotoArrangement } from "./schema";

/** Reads the photos of an animal, in order, in the form that its history records. */
export async function readArrangement(tx: Transaction, petId: bigint): Promise<PhotoArrangement> {
  return tx.photo.findMany({
    where: { petId, removedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, alt: true },
  });
}

/**
 * Gives a locked animal exactly these photos, and restores removed ones. Does not write its history.
 * @throws DomainError conflict when one of them was removed so long ago that it has been deleted
 */
export async function writeArrangement(tx: Transaction, petId: bigint, wanted: PhotoArrangement): Promise<void> {
  const ids = wanted.map(({ id }) => id);
  await tx.photo.updateMany({
    where: { petId, removedAt: null, id: { notIn: ids } },
    data: { removedAt: new Date(now()) },
  });
  for (const [position, { id, alt }] of wanted.entries()) {
    const { count } = await tx.photo.updateMany({ where: { id, petId }, data: { position, alt, removedAt: null } });
    if (count === 0) throw conflict(`Photo ${id} was removed too long ago to be restored`);
  }
}

/**
 * Gives a locked animal the photos that its history records. Does not write its history.
 * @throws DomainError conflict as `writeArrangement` does
 */
export async function restoreArrangement(tx: Transaction, petId: bigint, recorded: unknown): Promise<void> {
  await writeArrangement(tx, petId, PhotoArrangement.parse(recorded));
}
