import "server-only";
import { changeSetOf } from "../../audit/log-store";
import type { ChangeAction, RecordedChanges } from "../../audit/schema";
import { contentChanged } from "../../concurrency/caches";
import { afterCommit, inTransaction, type Transaction } from "../../database/transaction";
import { type Author, conflict, DomainError, type IfMatch, matches } from "../../domain";
import { encodeJson } from "../../http/json";
import { CHANGEABLE_FIELDS, STORED_COLUMNS } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import { ADOPTION_IS_OPEN, type PetStatus } from "../status";

// With these functions, orders, photos, profiles, removals, undoing, batches and imports change animals within their own
// transaction. PATCH does the same in one statement: patch-store.ts.

export const staleError = () => new DomainError("precondition_failed", "The animal has changed. Read it again");

export const orderedError = () => conflict(ADOPTION_IS_OPEN);

export type LockedPet = { name: string; categoryId: bigint; status: PetStatus; version: bigint };

type NewChange = {
  petId: bigint;
  action: ChangeAction;
  changes: RecordedChanges;
  set?: PetChange;
  tookPlaceAt?: Date | null;
};

/** Until the end of the transaction, other changes of the animal wait. @throws DomainError not_found */
export async function lockPet(tx: Transaction, petId: bigint): Promise<LockedPet> {
  const [pet] = await tx.$queryRaw<LockedPet[]>`
    SELECT name, category_id AS "categoryId", status::text AS status, version FROM pets WHERE id = ${petId} FOR UPDATE`;
  if (!pet) throw new DomainError("not_found", NO_PET);
  return pet;
}

/** Returns the new version. Lock the animal first, in the same transaction. @throws DomainError not_found */
export async function changeAndRecord(tx: Transaction, { author, ...change }: NewChange & { author: Author }) {
  const [version] = await changeAllAndRecord(tx, author, [change]);
  if (version === undefined) throw new DomainError("not_found", NO_PET);
  return version;
}

const ASSIGNED = CHANGEABLE_FIELDS.map(
  ({ field, name, type }) => `${name} = coalesce((set ->> '${field}')::${type}, pets.${name})`,
).join(", ");

/** In one statement. Returns the new versions, in any order. Lock the animals first. */
export async function changeAllAndRecord(
  tx: Transaction,
  author: Author,
  changes: readonly NewChange[],
): Promise<bigint[]> {
  const { id, at } = await changeSetOf(tx, author);
  const rows = changes.map(({ petId, action, changes: fields, set = {}, tookPlaceAt }) => {
    return { petId, action, fields, set, at: (tookPlaceAt ?? at).toISOString() };
  });
  const recorded = await tx.$queryRawUnsafe<{ version: bigint }[]>(
    `WITH wanted AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS wanted
         ("petId" bigint, action text, fields jsonb, set jsonb, at timestamptz)
     ), changed AS (
       UPDATE pets SET version = version + 1, ${ASSIGNED} FROM wanted WHERE id = "petId"
       RETURNING id, version, action, fields, at
     )
     INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, at, version)
     SELECT $1::bigint, id, 'pet', id::text, action, fields, at, version FROM changed
     RETURNING version`,
    id,
    encodeJson(rows),
  );
  afterCommit(tx, contentChanged);
  return recorded.map(({ version }) => version);
}

/**
 * For one that was added by mistake. Its row moves to another table, so that it can be restored under its id.
 * @throws DomainError not_found; precondition_failed; conflict when it has an order or an application
 */
export async function removePet(author: Author, petId: bigint, ifMatch: IfMatch | null): Promise<void> {
  const [outcome] = await removePets(author, [{ id: petId, ifMatch }]);
  if (outcome instanceof DomainError) throw outcome;
}

/** Nobody can order an animal that is locked, or apply for it. @throws DomainError conflict as `removePet` does */
export async function removeLocked(tx: Transaction, author: Author, petIds: readonly bigint[]): Promise<void> {
  if ((await findUsed(tx, petIds)).size > 0) throw usedError();
  await moveToRemoved(tx, author, petIds);
}

export const USED = "This animal has an adoption or an application, so it cannot be removed";
const usedError = () => conflict(USED);

export async function findUsed(tx: Transaction, petIds: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT pet_id AS id FROM orders WHERE pet_id = ANY (${petIds}::bigint[])
    UNION SELECT pet_id FROM applications WHERE pet_id = ANY (${petIds}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

async function moveToRemoved(tx: Transaction, author: Author, petIds: readonly bigint[]): Promise<void> {
  if (petIds.length === 0) return;
  await changeAllAndRecord(
    tx,
    author,
    petIds.map((petId) => ({ petId, action: "removed", changes: {} })),
  );
  await tx.$executeRawUnsafe(moveRows("pets", "removed_pets"), petIds.map(String));
}

type Removal = { id: bigint; ifMatch: IfMatch | null };

/** Removes those of these animals that can be removed, as one change set. */
export function removePets(author: Author, wanted: readonly Removal[]): Promise<({ version: bigint } | DomainError)[]> {
  return inTransaction(async (tx) => {
    const ids = wanted.map(({ id }) => id);
    const found = await tx.$queryRaw<{ id: bigint; version: bigint }[]>`
      SELECT id, version FROM pets WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR UPDATE`;
    const versions = new Map(found.map(({ id, version }) => [id, version]));
    const used = await findUsed(tx, ids);
    const results = wanted.map(({ id, ifMatch }) => {
      const version = versions.get(id);
      if (version === undefined) return new DomainError("not_found", NO_PET);
      if (!matches(ifMatch, version)) return staleError();
      return used.has(id) ? usedError() : { version: version + 1n };
    });
    const removable = wanted.filter((_, at) => !(results[at] instanceof DomainError));
    await moveToRemoved(
      tx,
      author,
      removable.map(({ id }) => id),
    );
    return results;
  });
}

function moveRows(from: string, to: string): string {
  return `WITH moved AS (DELETE FROM ${from} WHERE id = ANY ($1::bigint[]) RETURNING *)
    INSERT INTO ${to} (${STORED_COLUMNS}) SELECT ${STORED_COLUMNS} FROM moved`;
}

/** Lock the removed animals first. */
export async function restorePets(tx: Transaction, author: Author, petIds: readonly bigint[]): Promise<void> {
  await tx.$executeRawUnsafe(moveRows("removed_pets", "pets"), petIds.map(String));
  await changeAllAndRecord(
    tx,
    author,
    petIds.map((petId) => ({ petId, action: "restored", changes: {} })),
  );
}
