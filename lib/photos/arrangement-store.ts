import "server-only";
import { now } from "../clock";
import type { Transaction } from "../database/transaction";
import { DomainError } from "../domain-error";
import { PhotoArrangement } from "./schema";

/** The photos of an animal in their order, as its history has them. */
export async function readArrangement(tx: Transaction, petId: bigint): Promise<PhotoArrangement> {
  return tx.photo.findMany({
    where: { petId, removedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, alt: true },
  });
}

/**
 * Gives a locked animal exactly these photos, restoring removed ones; writes no history.
 * @throws DomainError conflict when one of them was removed so long ago that it is deleted
 */
export async function writeArrangement(tx: Transaction, petId: bigint, wanted: PhotoArrangement): Promise<void> {
  const ids = wanted.map(({ id }) => id);
  await tx.photo.updateMany({
    where: { petId, removedAt: null, id: { notIn: ids } },
    data: { removedAt: new Date(now()) },
  });
  for (const [position, { id, alt }] of wanted.entries()) {
    const { count } = await tx.photo.updateMany({ where: { id, petId }, data: { position, alt, removedAt: null } });
    if (count === 0) throw new DomainError("conflict", `Photo ${id} was removed too long ago to be restored`);
  }
}

/**
 * Sets the photos of a locked animal back to what its history has; writes no history.
 * @throws DomainError conflict as `writeArrangement`
 */
export async function restoreArrangement(tx: Transaction, petId: bigint, recorded: unknown): Promise<void> {
  await writeArrangement(tx, petId, PhotoArrangement.parse(recorded));
}
