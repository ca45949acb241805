import "server-only";
import { adopt, type Consent, declineOpen } from "../adoptions/effects-store";
import { changeSetOf, type StoredChange } from "../audit/log-store";
import { RecordedChanges } from "../audit/schema";
import { db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, conflict, DomainError, type IfMatch, matches } from "../domain";
import { parseJson } from "../http/json";
import { takeBackMail } from "../mail/store";
import type { OrderUndo } from "../orders/schema";
import { findLastStep, lockOrder, reverseOrder, toOrder, type VersionedOrder } from "../orders/store";
import type { PetBatch } from "../pets/changes/batch-schema";
import { changeBatch } from "../pets/changes/batch-store";
import { isStepOfAdoption, NO_CHANGE } from "../pets/changes/history-schema";
import { ADDITION_ID } from "../pets/changes/history-store";
import { staleError } from "../pets/changes/record-store";
import { lockWherever, NOTHING_TO_UNDO, reversePet } from "../pets/changes/undo-store";
import type { VersionedPet } from "../pets/columns";
import { NO_PET } from "../pets/schema";
import { mailsAbout } from "./mail-store";

/** For a removed animal there is no `ifMatch`, because no caller can have read its ETag. */
type WantedUndo = { author: Author; petId: bigint; ifMatch: IfMatch | null } & ({ set: bigint } | { version: bigint });

/**
 * Undoes what a change set did to an animal and its applications. If an earlier request, whose answer was lost, has
 * undone it, returns the version that it made: a later change makes the caller's next one stale.
 * @throws DomainError not_found; precondition_required and precondition_failed, unless the animal is removed; conflict
 * as `reverse` does, and for a step of an adoption
 */
export async function undoChange(wanted: WantedUndo): Promise<VersionedPet> {
  try {
    return await inTransaction((tx) => undoInTransaction(tx, wanted));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === "not_found") throw error;
    const version = await findUndoing(wanted);
    const pet = version && (await db().pet.findUnique({ where: { id: wanted.petId } }));
    if (!pet) throw error;
    return { ...pet, version };
  }
}

async function undoInTransaction(tx: Transaction, wanted: WantedUndo): Promise<VersionedPet> {
  const { author, petId, ifMatch } = wanted;
  const version = await lockWherever(tx, petId);
  if (version !== "removed") {
    if (ifMatch === null) throw new DomainError("precondition_required", "If-Match is required: send the ETag");
    if (version === null) throw new DomainError("not_found", NO_PET);
  }
  const change = await findChange(tx, wanted);
  if (!change) throw new DomainError("not_found", NO_CHANGE);
  if (version === "removed") {
    if (await findLater(tx, change.set, petId, null)) throw conflict("This animal is removed. Undo the removal first");
  } else {
    if (!matches(ifMatch, version)) throw staleError();
    if (isStepOfAdoption(change.action)) throw conflict(STEP_OF_ADOPTION);
  }
  await reverse(tx, author, change.set, petId);
  return tx.pet.findUniqueOrThrow({ where: { id: petId } });
}

export const changeBatchAndApplications = (author: Author, batch: PetBatch, consent?: Consent) =>
  changeBatch(author, batch, { afterAdoption: adopt(consent), undo: undoChange });

const STEP_OF_ADOPTION =
  "This is a step of an adoption. Undo, cancel or return the adoption itself (undoOrder, cancelOrder, returnOrder)";

/**
 * Undoes the last step of an order, with what it did to the animal and the applications.
 * @throws DomainError not_found; conflict as `reverse` does, and when the order has another status, or its last change
 * was an undo
 */
export function undoOrder(author: Author, id: bigint, { status }: OrderUndo): Promise<VersionedOrder> {
  return inTransaction(async (tx) => {
    const { order } = await lockOrder(tx, id);
    if (order.status !== status) throw conflict(`This order is ${order.status}, not ${status}: it has changed since`);
    const last = await findLastStep(tx, order);
    if (last?.action !== `order.${status}`)
      throw conflict("The last change of this order was an undo, which cannot be undone");
    await reverse(tx, author, last.setId, order.petId);
    return toOrder(await tx.order.findUniqueOrThrow({ where: { id } }));
  });
}

/**
 * Reverses what a set did to an animal, its orders and its applications, as a set that names it, so that it can be
 * undone too. Takes back the e-mails that tell of it. An animal that is sold again has no open applications. Lock the
 * animal first.
 * @throws DomainError conflict when something was changed again since, an e-mail has told an applicant, it was a change
 * of an application itself, or the change is none that can be reversed
 */
async function reverse(tx: Transaction, author: Author, set: bigint, petId: bigint): Promise<void> {
  const changes = await readChanges(tx, set, petId);
  if (changes.length === 0) throw conflict(NOTHING_TO_UNDO);
  const applications = changes.filter(({ subject }) => subject === "application");
  // The callers of this may not change applications themselves.
  if (applications.some(({ fields }) => !fields.order && !fields.pet)) throw conflict(BY_APPLICATION);
  const ids = applications.map(({ subjectId }) => subjectId);
  // Locked before the e-mails about them, as elsewhere.
  await tx.$executeRaw`SELECT FROM applications WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  const later = await findLater(tx, set, petId, set);
  if (later) throw conflict(`This was changed again since (${later}). Undo the later change first`);
  if (await takeBackMail(tx, ids.map(mailsAbout), { changeSet: set }))
    throw conflict("An applicant was told about this by e-mail, so it can no longer be undone");
  await changeSetOf(tx, author, set);
  const orders = changes.filter(({ subject }) => subject === "order");
  for (const order of orders) await reverseOrder(tx, author, petId, order);
  const pet = changes.find(({ subject }) => subject === "pet");
  if (pet) await reversePet(tx, author, petId, pet, orders[0]?.fields.returnReason?.to ?? null);
  if (ids.length > 0) await reverseApplications(tx, author, set, petId);
  if (pet?.fields.status?.from === "sold") await declineOpen(tx, author, [petId]);
}

const BY_APPLICATION = "A change of the application has caused this: change the application instead";

async function readChanges(tx: Transaction, set: bigint, petId: bigint): Promise<StoredChange[]> {
  const rows = await tx.$queryRaw<(Omit<StoredChange, "fields"> & { fields: string })[]>`
    SELECT subject, subject_id AS "subjectId", action, fields::text AS fields FROM changes
    WHERE set_id = ${set} AND pet_id = ${petId} ORDER BY subject, subject_id`;
  return rows.map((row) => ({ ...row, fields: RecordedChanges.parse(parseJson(row.fields)) }));
}

/**
 * Finds a later change of the animal, or of the same fields that `set` has changed, and returns what it changed. The
 * status of an order and that of its animal belong together, even if a step has not changed the animal.
 */
async function findLater(tx: Transaction, after: bigint, petId: bigint, set: bigint | null): Promise<string | null> {
  const [later] = await tx.$queryRaw<{ subject: string; fields: string[] }[]>`
    SELECT later.subject, ARRAY(SELECT jsonb_object_keys(later.fields)) AS fields FROM changes AS later
    WHERE later.pet_id = ${petId} AND later.set_id > ${after} AND CASE WHEN ${set}::bigint IS NULL
      THEN later.subject = 'pet'
      ELSE EXISTS (
        SELECT FROM changes AS made
        WHERE made.set_id = ${set} AND made.pet_id = later.pet_id AND (
          (made.subject, made.subject_id) = (later.subject, later.subject_id)
            AND later.fields ?| ARRAY(SELECT jsonb_object_keys(made.fields))
          OR (made.subject, later.subject) = ('order', 'pet') AND made.fields ? 'status' AND later.fields ? 'status'
        )
      ) END
    ORDER BY later.set_id, later.subject DESC LIMIT 1`;
  return later ? [WORDS[later.subject] ?? later.subject, ...later.fields].join(" ") : null;
}

const WORDS: Readonly<Record<string, string>> = { pet: "animal" };

/**
 * In one statement, whatever their number. Those that the animal's adoption declines again are left to `declineOpen`,
 * which also tells their applicants.
 */
async function reverseApplications(tx: Transaction, author: Author, set: bigint, petId: bigint): Promise<void> {
  const { id, at } = await changeSetOf(tx, author);
  await tx.$executeRaw`
    WITH made AS (
      SELECT subject_id::uuid AS id, fields, (
        SELECT jsonb_object_agg(named.column, value -> 'from') FROM jsonb_each(fields) JOIN (VALUES
          ('status', 'status'), ('toTell', 'to_tell'), ('orderId', 'order_id')
        ) AS named (field, "column") ON field = key
      ) AS earlier
      FROM changes WHERE set_id = ${set} AND pet_id = ${petId} AND subject = 'application'
        AND (fields #>> '{pet,from}' IS NULL OR fields #>> '{status,from}' <> 'declined')
    ), reversed AS (
      UPDATE applications SET version = version + 1, changed_at = greatest(${at}, changed_at),
        (status, to_tell, order_id) = (
          SELECT row.status, row.to_tell, row.order_id FROM jsonb_populate_record(applications, earlier) AS row
        )
      FROM made WHERE applications.id = made.id
      RETURNING applications.id, fields, changed_at
    )
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, at)
    SELECT ${id}, ${petId}, 'application', id::text, 'changed', (
      SELECT jsonb_object_agg(key, jsonb_build_object('from', value -> 'to', 'to', value -> 'from')) FROM jsonb_each(fields)
    ), changed_at
    FROM reversed`;
}

type Found = { set: bigint; action: string };

async function findChange(tx: Transaction, wanted: WantedUndo): Promise<Found | null> {
  const { petId } = wanted;
  if ("set" in wanted && wanted.set === ADDITION_ID) return { set: ADDITION_ID, action: "created" };
  const where = "set" in wanted ? { setId: wanted.set } : { version: wanted.version };
  const found = await tx.change.findFirst({
    where: { petId, subject: "pet", ...where },
    select: { setId: true, action: true },
  });
  return found && { set: found.setId, action: found.action };
}

/** If the animal had one of these versions before that. With `*`, it has to be the last change of the same fields. */
async function findUndoing(wanted: WantedUndo): Promise<bigint | null> {
  const { petId, ifMatch } = wanted;
  const change = await findChange(db(), wanted);
  if (!change || isStepOfAdoption(change.action) || (ifMatch === null && change.action !== "removed")) return null;
  const [undoing] = await db().$queryRaw<{ set: bigint; version: bigint }[]>`
    SELECT set_id AS set, version FROM changes JOIN change_sets ON change_sets.id = set_id
    WHERE pet_id = ${petId} AND subject = 'pet' AND undoes = ${change.set}`;
  if (!undoing) return null;
  if (ifMatch !== null && ifMatch !== "*") return matches(ifMatch, undoing.version - 1n) ? undoing.version : null;
  const later =
    change.action === "removed"
      ? await db().change.findFirst({ where: { petId, setId: { gt: undoing.set }, action: "removed" } })
      : await findLater(db(), undoing.set, petId, undoing.set);
  return later ? null : undoing.version;
}
