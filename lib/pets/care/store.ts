import "server-only";
import { fieldsOf } from "../../audit/store";
import { LOCKS } from "../../database/locks";
import { pool } from "../../database/pool";
import { inSnapshot, inTransaction, type Transaction } from "../../database/transaction";
import { type Author, conflict, DomainError, type IfMatch, matches, type Versioned } from "../../domain";
import { encodeJson } from "../../http/json";
import { keysOf } from "../../values/objects";
import { changeAndRecord, lockPet, staleError } from "../changes/record-store";
import type { ListedPet } from "../list/schema";
import { NO_PET } from "../schema";
import { CARE_FIELDS, type Care, type CareChange, NO_CARE } from "./schema";
import { HIDDEN, type Visibility } from "./visibility";

const columnOf = (field: keyof Care) => (field === "intakeOn" ? "intake_on" : field);
const NAMES = CARE_FIELDS.map(columnOf);

/** Reads the care of an animal. If nothing is known, all members are null. @throws DomainError not_found */
export function getCare(petId: bigint): Promise<Versioned<Care>> {
  return inSnapshot(async (tx) => {
    const pet = await tx.pet.findUnique({ where: { id: petId }, select: { version: true } });
    if (!pet) throw new DomainError("not_found", NO_PET);
    return { data: careOf(await readCares(tx, [petId]), petId), etag: pet.version };
  });
}

type WantedCare = { author: Author; petId: bigint; ifMatch: IfMatch | null; change: CareChange };

/** Setting the current values changes nothing. @throws DomainError not_found, precondition_failed, conflict */
export function changeCare({ author, petId, ifMatch, change }: WantedCare): Promise<Versioned<Care>> {
  return inTransaction(async (tx) => {
    if (change.reference) await lockReferences(tx);
    const pet = await lockPet(tx, petId);
    if (!matches(ifMatch, pet.version)) throw staleError();
    const before = careOf(await readCares(tx, [petId]), petId);
    const data = { ...before, ...change };
    const changes = fieldsOf(before, change);
    if (keysOf(changes).length === 0) return { data, etag: pet.version };
    await writeCare(tx, new Map([[petId, change]]));
    return { data, etag: await changeAndRecord(tx, { petId, author, action: "care.changed", changes }) };
  });
}

type Cares = ReadonlyMap<bigint, Care>;

export const careOf = (cares: Cares, petId: bigint): Care => cares.get(petId) ?? NO_CARE;

const READ = `
  SELECT pet_id AS id, ${CARE_FIELDS.map((field) => `${columnOf(field)}::text AS "${field}"`).join(", ")}
  FROM pet_care WHERE pet_id = ANY ($1::bigint[])`;

export async function readCares(tx: Transaction, petIds: readonly bigint[]): Promise<Cares> {
  if (petIds.length === 0) return new Map();
  const rows = await tx.$queryRawUnsafe<(Care & { id: bigint })[]>(READ, petIds.map(String));
  return new Map(rows.map(({ id, ...care }) => [id, care]));
}

/**
 * To visitors, an animal that is bonded with a hidden one is bonded with none. Hiding does not change the version of the
 * other animal, so this follows what reads profiles, also those that are cached.
 */
export async function withSeenPartners<P extends Pick<ListedPet, "profile">>(
  pets: P[],
  visibility: Visibility,
): Promise<P[]> {
  const partners = pets.flatMap(({ profile }) => profile?.bondedWith ?? []);
  if (visibility !== "public" || partners.length === 0) return pets;
  const { rows } = await pool().query<{ pet_id: string }>({
    name: "pets_hidden_partners",
    text: `${HIDDEN} AND pet_id = ANY ($1::bigint[])`,
    values: [partners.map(String)],
  });
  const hidden = new Set(rows.map(({ pet_id }) => BigInt(pet_id)));
  return pets.map((pet) =>
    pet.profile?.bondedWith && hidden.has(pet.profile.bondedWith)
      ? { ...pet, profile: { ...pet.profile, bondedWith: null } }
      : pet,
  );
}

const WRITE = `
  INSERT INTO pet_care (pet_id, ${NAMES.join(", ")})
  SELECT pet_id, ${NAMES.join(", ")} FROM jsonb_populate_recordset(NULL::pet_care, $1::jsonb)
  ON CONFLICT (pet_id) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/**
 * Changes the care of many animals, which have to be locked, without writing their history. What a change does not name
 * stays.
 * @throws DomainError conflict when another animal has the reference
 */
export async function writeCare(tx: Transaction, changes: ReadonlyMap<bigint, CareChange>): Promise<void> {
  if (changes.size === 0) return;
  await takeReferences(tx, changes);
  const before = await readCares(tx, [...changes.keys()]);
  const rows = [...changes].map(([petId, change]) => {
    const care: Care = { ...careOf(before, petId), ...change };
    return { pet_id: petId, ...Object.fromEntries(CARE_FIELDS.map((field) => [columnOf(field), care[field]])) };
  });
  await tx.$executeRawUnsafe(WRITE, encodeJson(rows));
}

/** Others that give references wait, and then see these. Before any other lock. */
async function lockReferences(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.references})`;
}

/**
 * Makes sure that nothing else has the references that these animals get. Removed animals give theirs away, so that what
 * an undone import had added can be imported again.
 * @throws DomainError conflict
 */
async function takeReferences(tx: Transaction, changes: ReadonlyMap<bigint, CareChange>): Promise<void> {
  const wanted = new Map<string, bigint>();
  for (const [petId, { reference }] of changes) {
    if (!reference) continue;
    const other = wanted.get(reference);
    if (other !== undefined) throw takenError(reference, other);
    wanted.set(reference, petId);
  }
  if (wanted.size === 0) return;
  await lockReferences(tx);
  const given = [...wanted.keys()];
  const changed = [...changes].flatMap(([petId, { reference }]) => (reference === undefined ? [] : [petId]));
  await tx.$executeRaw`
    UPDATE pet_care SET reference = NULL WHERE reference = ANY (${given}::text[])
      AND (pet_id = ANY (${changed}::bigint[]) OR NOT EXISTS (SELECT FROM pets WHERE id = pet_id))`;
  const [taken] = await tx.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT pet_id AS id, reference FROM pet_care WHERE reference = ANY (${given}::text[]) LIMIT 1`;
  if (taken) throw takenError(taken.reference, taken.id);
}

const takenError = (reference: string, petId: bigint) => conflict(`Animal ${petId} has the reference ${reference}`);

/** Finds the animals with these references. */
export async function findByReference(tx: Transaction, references: readonly string[]) {
  const rows = await tx.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT pets.id, reference FROM pet_care JOIN pets ON pets.id = pet_id WHERE reference = ANY (${references}::text[])`;
  return new Map(rows.map(({ id, reference }) => [reference, id]));
}
