import "server-only";
import { isOutcomeMail, mailsAbout, sendStatus } from "../applications/mail-store";
import { WITH_PET } from "../applications/related-store";
import { isApplicationStatus } from "../applications/status";
import { changeSetOf, type StoredChange } from "../audit/log-store";
import type { Transaction } from "../database/transaction";
import { type Author, conflict } from "../domain";
import { takeBackMail } from "../mail/store";
import { reverseOrder } from "../orders/store";
import { CARE_FIELDS } from "../pets/care/schema";
import { isStepOfAdoption } from "../pets/changes/history-schema";
import type { Scope } from "../scopes";
import { keysOf } from "../values/objects";
import { declineOpen } from "./applications-store";

// What `undoChangeSet` in lib/audit/undo-store.ts does to orders and applications.

/** The scopes of the command: what is done to an animal may change its order, and both may change applications. */
export function scopesOf(changes: readonly StoredChange[]): Scope[] {
  if (changes.some(isOwnChange)) return ["applications:write"];
  const ofPets = changes.filter(({ subject }) => subject === "pet");
  const byHand = ofPets.filter(({ action }) => !isStepOfAdoption(action));
  const scopes: Scope[] = byHand.length === 0 ? ["orders:write"] : byHand.every(isCareAlone) ? [] : ["pets:write"];
  return ofPets.some(hasCare) ? [...scopes, "care:write"] : scopes;
}

const isOfCare = (field: string) => CARE_FIELDS.some((own) => own === field);
const hasCare = ({ fields }: StoredChange) => keysOf(fields).some(isOfCare);
const isCareAlone = (change: StoredChange) => hasCare(change) && keysOf(change.fields).every(isOfCare);

/** Whether somebody changed an application, rather than its animal or order. */
const isOwnChange = ({ subject, fields }: StoredChange) => subject === "application" && !fields.order && !fields.pet;

const applicationsOf = (changes: readonly StoredChange[]) =>
  changes.filter(({ subject }) => subject === "application").map(({ subjectId }) => subjectId);

export const WITHDRAWN = "A withdrawn application stays withdrawn";

const TOLD = "An applicant was told about this by e-mail, so it can no longer be undone";

/**
 * Locks the applications of a set before the e-mails about them, as elsewhere. Returns the animals of whose outcome an
 * applicant was told, or is being told.
 */
export async function findTold(tx: Transaction, set: bigint, changes: readonly StoredChange[]) {
  const ids = applicationsOf(changes);
  await tx.$executeRaw`SELECT FROM applications WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  const rows = await tx.$queryRaw<{ petId: bigint; template: string }[]>`
    SELECT pet_id AS "petId", template FROM jobs JOIN changes ON about = 'application:' || subject_id
    WHERE change_set = ${set} AND set_id = ${set} AND subject = 'application' AND (status <> 'waiting' OR tries > 0)`;
  return new Map(rows.filter(({ template }) => isOutcomeMail(template)).map(({ petId }) => [petId, TOLD]));
}

/**
 * Gives orders and applications their earlier values. An animal that is sold again has no open applications. Lock
 * everything first.
 * @throws DomainError conflict for a withdrawal, a recorded adopter, and an e-mail that was sent since `findTold`
 */
export async function reverseAdoptions(
  tx: Transaction,
  author: Author,
  set: bigint,
  changes: readonly StoredChange[],
): Promise<void> {
  if (changes.some((change) => isOwnChange(change) && change.fields.status?.to === "withdrawn"))
    throw conflict(WITHDRAWN);
  if (changes.some(({ subject, fields }) => subject === "application" && fields.adopter?.from === null))
    throw conflict("This has recorded an adopter, who can be deleted, but not undone");
  const mailed = await takeBackMail(tx, applicationsOf(changes).map(mailsAbout), { changeSet: set });
  if (mailed.some(isOutcomeMail)) throw conflict(TOLD);
  for (const order of changes.filter(({ subject }) => subject === "order")) await reverseOrder(tx, author, order);
  await reverseApplications(tx, author, set, changes);
  const ofSold = changes.filter(({ subject, fields }) => subject === "pet" && fields.status?.from === "sold");
  const sold = ofSold.map(({ petId }) => petId);
  if (sold.length > 0) await declineOpen(tx, author, sold);
  if (mailed.length > 0) await tellAgain(tx, changes);
}

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
          ('telephone', 'telephone'), ('visitAt', 'visit_at'), ('wasToTell', 'to_tell')
        ) AS named (field, "column") ON field = key
      ) AS earlier
      FROM changes WHERE set_id = ${set} AND subject = 'application' AND subject_id = ANY (${ids}::text[])
        AND (fields #>> '{pet,from}' IS NULL OR fields #>> '{status,from}' <> 'declined')
    ), reversed AS (
      UPDATE applications SET version = version + 1, changed_at = greatest(${at}, changed_at),
        (status, to_tell, order_id, note, reply, suspicious, handled_by, name, email, telephone, visit_at) = (
          SELECT row.status, row.to_tell, row.order_id, row.note, row.reply, row.suspicious, row.handled_by, row.name,
            row.email, row.telephone, row.visit_at
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

/** An applicant who was told of a new status, or time of a visit, learns that it is the earlier one again. */
async function tellAgain(tx: Transaction, changes: readonly StoredChange[]): Promise<void> {
  for (const { subjectId, fields } of changes.filter(isOwnChange)) {
    const application = await tx.application.findUnique({ where: { id: subjectId }, include: WITH_PET });
    if (!application) continue;
    const { status } = application;
    const { from, to } = fields.status ?? { from: status, to: fields.visitAt && status };
    if (isApplicationStatus(from) && isApplicationStatus(to)) await sendStatus(tx, application, to, from);
  }
}
