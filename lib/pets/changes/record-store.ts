import "server-only";
import { contentChanged } from "../../concurrency/caches";
import { afterCommit, type Transaction } from "../../database/transaction";
import { type Author, authorText, conflict, DomainError } from "../../domain";
import { encodeJson } from "../../http/json";
import { assignments } from "../columns";
import { NO_PET, type PetChange } from "../schema";
import type { PetStatus } from "../status";
import { ADOPTION_IS_OPEN } from "../status";
import type { FieldChanges, PetAction } from "./history-schema";

// With these functions, orders, photos, profiles, removals and undoing change an animal within their own transaction.
// PATCH and the batch operation do the same in one statement: patch-store.ts.

export const staleError = () => new DomainError("precondition_failed", "The animal has changed. Read it again");

export const orderedError = () => conflict(ADOPTION_IS_OPEN);

export type LockedPet = { name: string; categoryId: bigint; status: PetStatus; version: bigint };

type Recorded = {
  petId: bigint;
  author: Author;
  action: PetAction;
  changes: FieldChanges;
};

type NewChange = Recorded & {
  set?: PetChange;
  tookPlaceAt?: Date | null;
};

export type Adoption = { petId: bigint; author: Author };

/**
 * Runs in the transaction that made an animal sold. Applications are above this slice, so callers pass it in:
 * lib/applications/pet-effects-store.ts.
 */
export type AfterAdoption = (tx: Transaction, adoptions: readonly Adoption[]) => Promise<void>;

export type AdoptionEffects = {
  afterAdoption: AfterAdoption;
  afterUndo(tx: Transaction, adoption: Adoption): Promise<void>;
};

/** Until the end of the transaction, other changes of the animal wait. @throws DomainError not_found */
export async function lockPet(tx: Transaction, petId: bigint): Promise<LockedPet> {
  const [pet] = await tx.$queryRaw<LockedPet[]>`
    SELECT name, category_id AS "categoryId", status::text AS status, version FROM pets WHERE id = ${petId} FOR UPDATE`;
  if (!pet) throw new DomainError("not_found", NO_PET);
  return pet;
}

/** For an animal that is not changed, and so keeps its version. Lock it first, in the same transaction. */
export async function recordOnly(tx: Transaction, { petId, author, action, changes }: Recorded): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO pet_changes (pet_id, author, action, changes)
    VALUES (${petId}, ${authorText(author)}, ${action}, ${encodeJson(changes)}::jsonb)`;
}

/** Returns the new version. Lock the animal first, in the same transaction. @throws DomainError not_found */
export async function changeAndRecord(tx: Transaction, change: NewChange): Promise<bigint> {
  const { petId, author, action, changes, set = {}, tookPlaceAt = null } = change;
  const columns = assignments(set, 6);
  const [recorded] = await tx.$queryRawUnsafe<{ version: bigint }[]>(
    `WITH changed AS (
       UPDATE pets SET version = version + 1${columns.text} WHERE id = $1::bigint RETURNING version
     )
     INSERT INTO pet_changes (pet_id, author, action, changes, took_place_at, version)
     SELECT $1::bigint, $2, $3, $4::jsonb, $5::timestamptz, version FROM changed
     RETURNING version`,
    ...[petId, authorText(author), action, encodeJson(changes), tookPlaceAt, ...columns.values],
  );
  if (!recorded) throw new DomainError("not_found", NO_PET);
  afterCommit(tx, contentChanged);
  return recorded.version;
}
