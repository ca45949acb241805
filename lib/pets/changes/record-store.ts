import "server-only";
import { changeSetOf, record } from "../../audit/log-store";
import type { ChangeAction, RecordedChanges } from "../../audit/schema";
import { contentChanged } from "../../concurrency/caches";
import { db } from "../../database/client";
import { isReferenced } from "../../database/errors";
import { afterCommit, inTransaction, type Transaction } from "../../database/transaction";
import { type Author, authorText, conflict, DomainError, type IfMatch, matches } from "../../domain";
import { encodeJson } from "../../http/json";
import { assignments, STORED_COLUMNS } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { ADOPTION_IS_OPEN, type PetStatus } from "../status";

// With these functions, orders, photos, profiles, removals and undoing change an animal within their own transaction.
// PATCH and the batch operation do the same in one statement: patch-store.ts.

export const staleError = () => new DomainError("precondition_failed", "The animal has changed. Read it again");

export const orderedError = () => conflict(ADOPTION_IS_OPEN);

export type LockedPet = { name: string; categoryId: bigint; status: PetStatus; version: bigint };

type Recorded = {
  petId: bigint;
  author: Author;
  action: ChangeAction;
  changes: RecordedChanges;
};

type NewChange = Recorded & {
  set?: PetChange;
  tookPlaceAt?: Date | null;
};

/**
 * Runs in the transaction that made animals sold. Applications are above this slice, so callers pass it in:
 * lib/adoptions/effects-store.ts.
 */
export type AfterAdoption = (tx: Transaction, author: Author, petIds: readonly bigint[]) => Promise<void>;

/** Until the end of the transaction, other changes of the animal wait. @throws DomainError not_found */
export async function lockPet(tx: Transaction, petId: bigint): Promise<LockedPet> {
  const [pet] = await tx.$queryRaw<LockedPet[]>`
    SELECT name, category_id AS "categoryId", status::text AS status, version FROM pets WHERE id = ${petId} FOR UPDATE`;
  if (!pet) throw new DomainError("not_found", NO_PET);
  return pet;
}

/** For an animal that is not changed, and so keeps its version. Lock it first, in the same transaction. */
export function recordOnly(tx: Transaction, { petId, author, action, changes }: Recorded): Promise<void> {
  return record(tx, author, { subject: "pet", subjectId: petId, petId, action, fields: changes });
}

/** Returns the new version. Lock the animal first, in the same transaction. @throws DomainError not_found */
export async function changeAndRecord(tx: Transaction, change: NewChange): Promise<bigint> {
  const { petId, author, action, changes, set = {}, tookPlaceAt } = change;
  const columns = assignments(set, 6);
  const { id, at } = await changeSetOf(tx, author);
  const [recorded] = await tx.$queryRawUnsafe<{ version: bigint }[]>(
    `WITH changed AS (
       UPDATE pets SET version = version + 1${columns.text} WHERE id = $1::bigint RETURNING id, version
     )
     INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, at, version)
     SELECT $2::bigint, id, 'pet', id::text, $3, $4::jsonb, $5::timestamptz, version FROM changed
     RETURNING version`,
    ...[petId, id, action, encodeJson(changes), tookPlaceAt ?? at],
    ...columns.values,
  );
  if (!recorded) throw new DomainError("not_found", NO_PET);
  afterCommit(tx, contentChanged);
  return recorded.version;
}

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
      SELECT version FROM removed_pets JOIN changes USING (version) JOIN change_sets ON change_sets.id = set_id
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
