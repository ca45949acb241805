import "server-only";
import { db } from "../../database/client";
import { inTransaction, type Transaction } from "../../database/transaction";
import { type Author, conflict, DomainError, type IfMatch, matches } from "../../domain";
import { encodeJson, parseJson } from "../../http/json";
import type { VersionedPet } from "../columns";
import { restoreArrangement } from "../photos/store";
import { NewProfile } from "../profile/schema";
import { setProfileMember } from "../profile/store";
import { NO_PET, PetChange } from "../schema";
import { FieldChanges, isStepOfAdoption, NO_CHANGE } from "./history-schema";
import { ADDITION_ID } from "./history-store";
import {
  type Adoption,
  type AdoptionEffects,
  changeAndRecord,
  lockRemoved,
  restorePet,
  staleError,
} from "./record-store";

/** For a removed animal there is no `ifMatch`, because no caller can have read its ETag. */
export type WantedUndo = { author: Author; petId: bigint; change: ChangeName; ifMatch: IfMatch | null };

type ChangeName = { id: bigint } | { version: bigint };

type StoredChange = { id: bigint; action: string; changes: FieldChanges };

/**
 * As `undoChange`. If an earlier request, whose answer was lost, has undone it, returns the version that it made: a
 * later change makes the caller's next one stale.
 * @throws DomainError as `undoChange` does
 */
export async function undoOnce(wanted: WantedUndo, effects: AdoptionEffects): Promise<VersionedPet> {
  try {
    return await undoChange(wanted, effects);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "not_found") throw error;
    const version = await findUndoing(wanted);
    const pet = version && (await db().pet.findUnique({ where: { id: wanted.petId } }));
    if (!pet) throw error;
    return { ...pet, version };
  }
}

/**
 * Each field gets its earlier value back, even a status that no ordinary change could set. Undoing a removal restores
 * the animal. It is recorded as a change, so it can be undone too.
 * @throws DomainError not_found; precondition_required and precondition_failed, unless the animal is removed; conflict
 * for a step of an adoption, fields that were changed again, or nothing to undo
 */
function undoChange(wanted: WantedUndo, effects: AdoptionEffects): Promise<VersionedPet> {
  const { author, petId, ifMatch } = wanted;
  return inTransaction(async (tx) => {
    const version = await lockWherever(tx, petId);
    if (version === "removed") {
      const { id } = await getChange(tx, petId, wanted.change);
      if (await hasNewer(tx, petId, id)) throw conflict("This animal is removed. Undo the removal first");
      await restorePet(tx, author, petId);
    } else {
      if (ifMatch === null) throw new DomainError("precondition_required", "If-Match is required: send the ETag");
      if (version === null) throw new DomainError("not_found", NO_PET);
      const change = await getChange(tx, petId, wanted.change);
      if (!matches(ifMatch, version)) throw staleError();
      await setBack(tx, author, petId, change);
      await applyAdoptionEffects(tx, { petId, author }, change, effects);
    }
    return tx.pet.findUniqueOrThrow({ where: { id: petId } });
  });
}

/** If the animal had one of these versions before that. With `*`, it has to be the last change of the same fields. */
async function findUndoing({ petId, change: name, ifMatch }: WantedUndo): Promise<bigint | null> {
  const change = await findChange(db(), petId, name);
  if (!change || isStepOfAdoption(change.action)) return null;
  const isRemoval = change.action === "removed";
  if (ifMatch === null && !isRemoval) return null;
  const later = await db().$queryRaw<{ version: bigint | null; isUndoing: boolean }[]>`
    SELECT version, action = ${isRemoval ? "restored" : "undone"}
      AND changes = ${encodeJson(inverseOf(change.changes))}::jsonb AS "isUndoing"
    FROM pet_changes
    WHERE pet_id = ${petId} AND id > ${change.id}
      AND (changes ?| ${Object.keys(change.changes)}::text[] OR ${isRemoval} AND action IN ('removed', 'restored'))
    ORDER BY id`;
  const undoings =
    ifMatch === null || ifMatch === "*"
      ? later.slice(-1)
      : later.filter(({ version }) => version !== null && matches(ifMatch, version - 1n));
  return undoings.find(({ isUndoing }) => isUndoing)?.version ?? null;
}

/** The animal may move to the other table while this waits for the row, so both are searched twice. */
async function lockWherever(tx: Transaction, petId: bigint): Promise<bigint | "removed" | null> {
  for (let round = 0; round < 2; round++) {
    if (await lockRemoved(tx, petId)) return "removed";
    const [pet] = await tx.$queryRaw<{ version: bigint }[]>`SELECT version FROM pets WHERE id = ${petId} FOR UPDATE`;
    if (pet) return pet.version;
  }
  return null;
}

async function applyAdoptionEffects(
  tx: Transaction,
  adoption: Adoption,
  { changes: { status } }: StoredChange,
  effects: AdoptionEffects,
): Promise<void> {
  if (status?.from === "sold") await effects.afterAdoption(tx, [adoption]);
  if (status?.to === "sold") await effects.afterUndo(tx, adoption);
}

async function setBack(tx: Transaction, author: Author, petId: bigint, change: StoredChange): Promise<void> {
  const { id, action, changes } = change;
  if (isStepOfAdoption(action)) throw conflict(STEP_OF_ADOPTION);
  const fields = Object.keys(changes);
  if (fields.length === 0)
    throw conflict("An addition, a restoration, or a removal that was already undone cannot be undone");
  if (await hasNewer(tx, petId, id, fields))
    throw conflict("This was changed again since. Undo the later change first");
  const earlier = Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]));
  const parts = fields.filter((field) => Object.hasOwn(PARTS, field));
  const columns = Object.entries(earlier).filter(([field]) => !parts.includes(field));
  const { success, data: set = {} } = PetChange.safeParse(Object.fromEntries(columns));
  if (!success && columns.length > 0) throw conflict("This change cannot be undone");
  for (const part of parts) await PARTS[part]?.(tx, petId, earlier[part]);
  await changeAndRecord(tx, { petId, author, action: "undone", changes: inverseOf(changes), set });
}

const inverseOf = (changes: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.entries(changes).map(([field, { from, to }]) => [field, { from: to, to: from }]));

const PARTS: Readonly<Record<string, (tx: Transaction, petId: bigint, recorded: unknown) => Promise<void>>> = {
  photos: restoreArrangement,
  ...Object.fromEntries(
    Object.keys(NewProfile.shape).map((member) => [
      member,
      (tx: Transaction, petId: bigint, recorded: unknown) => setProfileMember(tx, petId, member, recorded),
    ]),
  ),
};

async function getChange(tx: Transaction, petId: bigint, name: ChangeName): Promise<StoredChange> {
  const found = await findChange(tx, petId, name);
  if (!found) throw new DomainError("not_found", NO_CHANGE);
  return found;
}

async function findChange(tx: Transaction, petId: bigint, name: ChangeName): Promise<StoredChange | null> {
  if ("id" in name && name.id === ADDITION_ID) return { id: name.id, action: "created", changes: {} };
  const [column, value] = "id" in name ? (["id", name.id] as const) : (["version", name.version] as const);
  const [found] = await tx.$queryRawUnsafe<{ id: bigint; action: string; changes: string }[]>(
    `SELECT id, action, changes::text AS changes FROM pet_changes WHERE pet_id = $1::bigint AND ${column} = $2::bigint`,
    ...[petId, value],
  );
  return found ? { ...found, changes: FieldChanges.parse(parseJson(found.changes)) } : null;
}

async function hasNewer(tx: Transaction, petId: bigint, id: bigint, fields: string[] | null = null): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ newer: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM pet_changes
      WHERE pet_id = ${petId} AND id > ${id} AND (${fields}::text[] IS NULL OR changes ?| ${fields}::text[])
    ) AS newer`;
  return row?.newer ?? false;
}

const STEP_OF_ADOPTION =
  "This is a step of an adoption. Undo, cancel or return the adoption itself (undoOrder, cancelOrder, returnOrder)";
