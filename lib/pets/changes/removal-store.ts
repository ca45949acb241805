import "server-only";
import { db } from "../../database/client";
import { isReferenced } from "../../database/errors";
import { inTransaction, type Transaction } from "../../database/transaction";
import { type Author, authorText, conflict, DomainError, type IfMatch, matches } from "../../domain";
import { STORED_COLUMNS } from "../columns";
import { changeAndRecord, lockPet, staleError } from "./record-store";

/**
 * For one that was added by mistake. Its row moves to another table, so that it can be restored under its id.
 * @throws DomainError not_found; precondition_failed; conflict when it has an order or an application
 */
export function removePet(author: Author, petId: bigint, ifMatch: IfMatch | null): Promise<bigint> {
  return inTransaction(async (tx) => {
    const { version } = await lockPet(tx, petId);
    if (!matches(ifMatch, version)) throw staleError();
    const removed = await changeAndRecord(tx, { petId, author, action: "removed", changes: {} });
    try {
      await tx.$executeRawUnsafe(moveRow("pets", "removed_pets"), petId);
    } catch (error) {
      // Foreign keys also catch an order or an application that is added at the same time.
      if (!isReferenced(error)) throw error;
      throw conflict("This animal has an adoption or an application, so it cannot be removed");
    }
    return removed;
  });
}

/** As `removePet`; repeated by the same author after a lost answer, it returns the same result. @throws DomainError */
export async function removeOnce(author: Author, petId: bigint, ifMatch: IfMatch): Promise<{ version: bigint }> {
  try {
    return { version: await removePet(author, petId, ifMatch) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    const [removal] = await db().$queryRaw<{ version: bigint }[]>`
      SELECT version FROM removed_pets JOIN pet_changes USING (version)
      WHERE removed_pets.id = ${petId} AND pet_id = ${petId} AND author = ${authorText(author)}`;
    if (!removal || !matches(ifMatch, removal.version - 1n)) throw error;
    return removal;
  }
}

function moveRow(from: string, to: string): string {
  return `WITH moved AS (DELETE FROM ${from} WHERE id = $1 RETURNING *)
    INSERT INTO ${to} (${STORED_COLUMNS}) SELECT ${STORED_COLUMNS} FROM moved`;
}

/** Whether an animal is removed. If so, nobody else can restore it before the end of the transaction. */
export async function lockRemoved(tx: Transaction, petId: bigint): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM removed_pets WHERE id = ${petId} FOR UPDATE`;
  return rows.length > 0;
}

export async function restorePet(tx: Transaction, author: Author, petId: bigint): Promise<void> {
  await tx.$executeRawUnsafe(moveRow("removed_pets", "pets"), petId);
  await changeAndRecord(tx, { petId, author, action: "restored", changes: {} });
}
