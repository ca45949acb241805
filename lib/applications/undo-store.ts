import "server-only";
import { declineOpen } from "../adoptions/store";
import { changeSetOf, type StoredChange } from "../audit/log-store";
import { NO_SET, RecordedChanges, type SetId } from "../audit/schema";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, conflict, DomainError } from "../domain";
import { parseJson } from "../http/json";
import { takeBackMail } from "../mail/store";
import { reverseOrder } from "../orders/store";
import { isStepOfAdoption } from "../pets/changes/history-schema";
import { findUsed, removeLocked, USED } from "../pets/changes/record-store";
import { lockPets, reversePets } from "../pets/changes/undo-store";
import type { Scope } from "../scopes";
import { undoShelterChange } from "../shelter/store";
import { MINUTE_MS } from "../values/time";
import { isOutcomeMail, mailsAbout, sendStatus } from "./mail-store";
import { WITH_PET } from "./related-store";
import { isApplicationStatus } from "./status";

export type WantedUndo = {
  author: Author;
  id: SetId;
  /** Whether animals that were changed since keep what the set has changed, instead of being the reason to refuse. */
  onlyRest: boolean;
  /** Throws if the caller lacks the scope that the command needed. */
  requireScope(scope: Scope): void;
};

/**
 * Reverses everything that a change set did, or removes an animal that was added, as a new set, whose id it returns.
 * Undone again with nothing changed since, it returns the set that has undone it.
 * @throws DomainError not_found; conflict when something was changed since, an e-mail has told an applicant, or the set
 * is none that can be undone
 */
export function undoChangeSet({ id, ...wanted }: WantedUndo): Promise<bigint> {
  const undo = (tx: Transaction) =>
    "set" in id ? undoSet(tx, { ...wanted, set: id.set }) : undoAddition(tx, { ...wanted, petId: id.addedPet });
  // That of an import takes a while.
  return inTransaction(undo, undefined, { timeout: MINUTE_MS });
}

type Undo = Omit<WantedUndo, "id">;

async function undoSet(tx: Transaction, { author, set, onlyRest, requireScope }: Undo & { set: bigint }) {
  const found = await tx.changeSet.findUnique({ where: { id: set }, select: { author: true } });
  if (!found) throw new DomainError("not_found", NO_SET);
  const petIds = await petsOf(tx, set);
  const removed = await lockPets(tx, petIds);
  const all = await readChanges(tx, set);
  const [first] = all;
  if (!first) throw conflict("What this changed was deleted, so it can no longer be undone");
  if (petIds.length === 0) return undoSetting(tx, { author, set, requireScope }, first);
  requireScope(scopeOf(all));
  // Locked before the e-mails about them, as elsewhere.
  await tx.$executeRaw`SELECT FROM applications WHERE id = ANY (${applicationsOf(all)}::uuid[]) ORDER BY id FOR UPDATE`;
  const undone = await findUndoing(tx, set, petIds);
  if (undone !== null && (await findLater(tx, undone)).size === 0) return undone;
  const [told, later, inUse] = [await findTold(tx, set), await findLater(tx, set), await findInUse(tx, all)];
  const kept = new Map([...told, ...inUse, ...later, ...goneOf(all, removed)]);
  const changes = all.filter(({ petId }) => !kept.has(petId));
  if (kept.size > 0 && !(onlyRest && changes.length > 0)) throw conflict(whyNot(kept, petIds.length));
  requireReversible(changes, found.author);
  const mailed = await takeBackMail(tx, applicationsOf(changes).map(mailsAbout), { changeSet: set });
  if (mailed.some(isOutcomeMail)) throw conflict(TOLD);
  const { id } = await changeSetOf(tx, author, set);
  await reverse(tx, author, set, changes);
  if (mailed.length > 0) await tellAgain(tx, changes);
  return id;
}

/** Only what the shelter says about itself is set back, for nobody can give back a secret or a right unseen. */
function undoSetting(
  tx: Transaction,
  { author, set, requireScope }: Omit<Undo, "onlyRest"> & { set: bigint },
  { subject, fields }: Pick<StoredChange, "subject" | "fields">,
): Promise<bigint> {
  requireScope("admin");
  if (subject !== "shelter" || author.kind !== "person") throw conflict("This can never be undone");
  return undoShelterChange({ kind: "admin", personId: author.id }, set, fields, tx);
}

const TOLD = "An applicant was told about this by e-mail, so it can no longer be undone";
const REMOVED = "This animal is removed. Undo the removal first";

const applicationsOf = (changes: readonly StoredChange[]) =>
  changes.filter(({ subject }) => subject === "application").map(({ subjectId }) => subjectId);

/** Why each of these animals keeps its changes. */
type Kept = ReadonlyMap<bigint, string>;

const goneOf = (changes: readonly StoredChange[], removed: ReadonlySet<bigint>): Kept =>
  new Map(
    changes
      .filter(({ subject, action, petId }) => subject === "pet" && action !== "removed" && removed.has(petId))
      .map(({ petId }) => [petId, REMOVED]),
  );

/** Of the animals that it added, those that somebody adopts or asks for. */
async function findInUse(tx: Transaction, changes: readonly StoredChange[]): Promise<Kept> {
  const added = changes.filter(({ action }) => action === "created").map(({ petId }) => petId);
  return new Map([...(await findUsed(tx, added))].map((petId) => [petId, USED]));
}

function whyNot(kept: Kept, count: number): string {
  const [[petId, why] = [0n, ""]] = kept;
  if (count === 1) return why;
  return `${kept.size} of ${count} animals were changed since, such as animal ${petId}`;
}

/** Removes an animal, if it is as it was added. */
async function undoAddition(tx: Transaction, { author, petId, requireScope }: Undo & { petId: bigint }) {
  requireScope("pets:write");
  const removed = await lockPets(tx, [petId]);
  const last = await tx.change.findFirst({
    where: { petId, subject: "pet" },
    select: { setId: true, action: true },
    orderBy: { setId: "desc" },
  });
  if (removed.has(petId)) return last?.setId ?? 0n;
  const isKnown = await tx.pet.findUnique({ where: { id: petId }, select: { id: true } });
  if (!isKnown) throw new DomainError("not_found", NO_SET);
  const [changed] = await tx.$queryRaw<{ field: string }[]>`
    SELECT key AS field FROM changes, jsonb_each(fields) WHERE pet_id = ${petId} AND subject = 'pet'
    GROUP BY key HAVING (array_agg(value -> 'from' ORDER BY set_id))[1] <> (array_agg(value -> 'to' ORDER BY set_id DESC))[1]
    LIMIT 1`;
  if (changed) throw conflict(`This animal was changed since (${changed.field}). Undo the later change first`);
  const { id } = await changeSetOf(tx, author);
  await removeLocked(tx, author, [petId]);
  return id;
}

/** The scope of the command: what is done to an animal may change its order, and both may change applications. */
function scopeOf(changes: readonly StoredChange[]): Scope {
  if (changes.some(isOwnChange)) return "applications:write";
  const isAboutPets = changes.some(({ subject, action }) => subject === "pet" && !isStepOfAdoption(action));
  return isAboutPets ? "pets:write" : "orders:write";
}

/** Whether somebody changed an application, rather than its animal or order. */
const isOwnChange = ({ subject, fields }: StoredChange) => subject === "application" && !fields.order && !fields.pet;

/** @throws DomainError conflict */
function requireReversible(changes: readonly StoredChange[], author: string): void {
  const statusOf = (change: StoredChange) => change.fields.status;
  if (author === "applicant" || changes.some((change) => isOwnChange(change) && statusOf(change)?.to === "withdrawn"))
    throw conflict("A withdrawn application stays withdrawn");
  if (changes.some(({ subject, fields }) => subject === "application" && fields.adopter?.from === null))
    throw conflict("This has recorded an adopter, who can be deleted, but not undone");
}

/** An animal that is sold again has no open applications. Lock everything first. */
async function reverse(tx: Transaction, author: Author, set: bigint, changes: readonly StoredChange[]): Promise<void> {
  const orders = changes.filter(({ subject }) => subject === "order");
  for (const order of orders) await reverseOrder(tx, author, order);
  const pets = changes.filter(({ subject }) => subject === "pet");
  const reasons = new Map(orders.map(({ petId, fields }) => [petId, fields.returnReason?.to ?? null]));
  await reversePets(tx, author, pets, reasons);
  await reverseApplications(tx, author, set, changes);
  const sold = pets.filter(({ fields }) => fields.status?.from === "sold").map(({ petId }) => petId);
  if (sold.length > 0) await declineOpen(tx, author, sold);
}

async function petsOf(tx: Transaction, set: bigint): Promise<bigint[]> {
  const rows = await tx.change.findMany({ where: { setId: set }, distinct: ["petId"], select: { petId: true } });
  return rows.flatMap(({ petId }) => petId ?? []);
}

/** Returns the last set that has undone this one. */
async function findUndoing(tx: Transaction, set: bigint, petIds: readonly bigint[]): Promise<bigint | null> {
  const [undone] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM changes JOIN change_sets ON change_sets.id = set_id
    WHERE pet_id = ANY (${petIds}::bigint[]) AND set_id > ${set} AND undoes = ${set} ORDER BY id DESC LIMIT 1`;
  return undone?.id ?? null;
}

async function readChanges(tx: Transaction, set: bigint): Promise<StoredChange[]> {
  const rows = await tx.$queryRaw<(Omit<StoredChange, "fields"> & { fields: string })[]>`
    SELECT subject, subject_id AS "subjectId", pet_id AS "petId", action, version, fields::text AS fields FROM changes
    WHERE set_id = ${set} ORDER BY pet_id, subject, subject_id`;
  return rows.map((row) => ({ ...row, fields: RecordedChanges.parse(parseJson(row.fields)) }));
}

/**
 * Finds later changes of the same fields, or of anything in an animal that was removed or restored. The status of an
 * order and that of its animal belong together, and an order that got an adopter was changed.
 */
async function findLater(tx: Transaction, set: bigint): Promise<Kept> {
  const rows = await tx.$queryRaw<{ petId: bigint; subject: string; fields: string[] }[]>`
    SELECT DISTINCT ON (later.pet_id) later.pet_id AS "petId", later.subject,
      ARRAY(SELECT jsonb_object_keys(later.fields)) AS fields
    FROM changes AS made JOIN changes AS later ON later.pet_id = made.pet_id AND later.set_id > made.set_id
    WHERE made.set_id = ${set} AND CASE
      WHEN (made.subject, made.subject_id) = (later.subject, later.subject_id)
        THEN made.fields = '{}' OR later.fields ?| ARRAY(SELECT jsonb_object_keys(made.fields))
          OR (made.subject = 'order' AND later.fields ? 'status')
      ELSE made.subject = 'order' AND (
        (later.subject = 'pet' AND made.fields ? 'status' AND later.fields ? 'status')
        OR (later.subject = 'application' AND later.fields #>> '{orderId,to}' = made.subject_id))
    END
    ORDER BY later.pet_id, later.set_id, later.subject DESC`;
  const wordsOf = (subject: string, fields: string[]) => [WORDS[subject] ?? subject, ...fields].join(" ");
  return new Map(
    rows.map(({ petId, subject, fields }) => [
      petId,
      `This was changed again since (${wordsOf(subject, fields)}). Undo the later change first`,
    ]),
  );
}

/** Finds the animals of whose outcome an applicant was told, or is being told. */
async function findTold(tx: Transaction, set: bigint): Promise<Kept> {
  const rows = await tx.$queryRaw<{ petId: bigint; template: string }[]>`
    SELECT pet_id AS "petId", template FROM mail JOIN changes ON about = 'application:' || subject_id
    WHERE change_set = ${set} AND set_id = ${set} AND subject = 'application' AND (status <> 'waiting' OR tries > 0)`;
  return new Map(rows.filter(({ template }) => isOutcomeMail(template)).map(({ petId }) => [petId, TOLD]));
}

const WORDS: Readonly<Record<string, string>> = { pet: "animal" };

/**
 * In one statement, whatever their number. Those that an adoption declines again are left to `declineOpen`, which also
 * tells their applicants. Somebody who has left handles nothing again.
 */
async function reverseApplications(tx: Transaction, author: Author, set: bigint, changes: readonly StoredChange[]) {
  const ids = applicationsOf(changes);
  if (ids.length === 0) return;
  const { id, at } = await changeSetOf(tx, author);
  await tx.$executeRaw`
    WITH made AS (
      SELECT subject_id::uuid AS id, fields, (
        SELECT jsonb_object_agg(named.column, CASE field
          WHEN 'folder' THEN to_jsonb(value ->> 'from' = 'suspicious')
          WHEN 'handledBy' THEN (SELECT to_jsonb(users.id) FROM users WHERE 'person:' || users.id = value ->> 'from')
          ELSE value -> 'from' END)
        FROM jsonb_each(fields) JOIN (VALUES
          ('status', 'status'), ('toTell', 'to_tell'), ('orderId', 'order_id'), ('note', 'note'), ('reply', 'reply'),
          ('folder', 'suspicious'), ('handledBy', 'handled_by'), ('adopter', 'name'), ('email', 'email'),
          ('telephone', 'telephone'), ('wasToTell', 'to_tell')
        ) AS named (field, "column") ON field = key
      ) AS earlier
      FROM changes WHERE set_id = ${set} AND subject = 'application' AND subject_id = ANY (${ids}::text[])
        AND (fields #>> '{pet,from}' IS NULL OR fields #>> '{status,from}' <> 'declined')
    ), reversed AS (
      UPDATE applications SET version = version + 1, changed_at = greatest(${at}, changed_at),
        (status, to_tell, order_id, note, reply, suspicious, handled_by, name, email, telephone) = (
          SELECT row.status, row.to_tell, row.order_id, row.note, row.reply, row.suspicious, row.handled_by, row.name,
            row.email, row.telephone
          FROM jsonb_populate_record(applications, earlier) AS row
        )
      FROM made WHERE applications.id = made.id
      RETURNING applications.id, pet_id, fields, changed_at
    )
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, at)
    SELECT ${id}, pet_id, 'application', id::text, 'changed', (
      SELECT jsonb_object_agg(key, jsonb_build_object('from', value -> 'to', 'to', value -> 'from')) FROM jsonb_each(fields)
    ), changed_at
    FROM reversed`;
}

/** An applicant who was told of a new status learns that it is the earlier one again. */
async function tellAgain(tx: Transaction, changes: readonly StoredChange[]): Promise<void> {
  for (const { subjectId, fields } of changes.filter(isOwnChange)) {
    const { from, to } = fields.status ?? {};
    if (!isApplicationStatus(from) || !isApplicationStatus(to)) continue;
    const application = await tx.application.findUnique({ where: { id: subjectId }, include: WITH_PET });
    if (application) await sendStatus(tx, application, to, from);
  }
}
