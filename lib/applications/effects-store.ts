import "server-only";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, authorText, conflict } from "../domain";
import { Prisma } from "../generated/prisma/client";
import type { Order, OrderReturn, OrderUndo } from "../orders/schema";
import type { OrderAction } from "../orders/status";
import { changeOrder, type UndoneOrder, undoOrder } from "../orders/store";
import type { PetBatch } from "../pets/changes/batch-schema";
import { changeBatch } from "../pets/changes/batch-store";
import { changePet, type WantedChange } from "../pets/changes/patch-store";
import type { Adoption, AdoptionEffects } from "../pets/changes/record-store";
import { undoOnce, type WantedUndo } from "../pets/changes/undo-store";
import { notBefore, now } from "../process/clock";
import { HELD_BACK_MS, isMailed, sendOutcomeMail, takeBackOutcomeMail } from "./mail-store";
import { WITH_PET } from "./related-store";
import type { ApplicationFieldChanges } from "./schema";
import { OPEN_STATUSES } from "./status";

/** Maximum number of applicants who are mailed by one transaction. An animal usually has a few. */
const MAX_MAILED = 4_000;

// Any change that makes an animal sold declines the open applications for it, no matter who makes it or how. Undoing it
// within a minute reopens them.

/** Changes an animal, and its applications if it becomes sold. @throws DomainError as `changePet` does */
export const changePetAndApplications = (wanted: WantedChange) => changePet(wanted, declineOpen);

export const changeBatchAndApplications = (author: Author, batch: PetBatch) => changeBatch(author, batch, EFFECTS);

/** Undoes a change of an animal, and what it did to applications. @throws DomainError as `undoOnce` does */
export const undoChangeAndApplications = (wanted: WantedUndo) => undoOnce(wanted, EFFECTS);

const EFFECTS: AdoptionEffects = {
  afterAdoption: declineOpen,
  afterUndo: (tx, adoption) => reopenDeclined(tx, adoption, "undone"),
};

/** Applicants who get no e-mail have to be told by a person. */
export async function declineOpen(tx: Transaction, adoptions: readonly Adoption[]): Promise<void> {
  const petIds = adoptions.map(({ petId }) => petId);
  const recipients = await tx.application.findMany({
    where: { petId: { in: petIds }, status: { in: [...OPEN_STATUSES] }, suspicious: false },
    include: WITH_PET,
    orderBy: [{ petId: "asc" }, { number: "asc" }],
    take: MAX_MAILED,
  });
  const mailed = recipients.filter(isMailed).map(({ id }) => id);
  // Read before waiting for any row. A change of a row in the meantime may have a later time.
  const at = new Date(now());
  await tx.$executeRaw`
    WITH adopted AS (
      SELECT * FROM unnest(${petIds.map(String)}::bigint[], ${adoptions.map(({ author }) => authorText(author))}::text[])
        AS adopted (pet_id, author)
    ), declined AS (
      UPDATE applications AS new SET status = 'declined', version = new.version + 1,
        changed_at = greatest(${at}, new.changed_at), to_tell = NOT new.suspicious AND new.id <> ALL (${mailed}::uuid[])
      FROM applications AS old JOIN adopted ON old.pet_id = adopted.pet_id
      WHERE old.id = new.id AND new.status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
      RETURNING new.id, new.changed_at, old.status AS was, adopted.author
    )
    INSERT INTO application_changes (application_id, at, author, changes)
    SELECT id, changed_at, author, jsonb_build_object(
      'status', jsonb_build_object('from', was, 'to', 'declined'),
      'pet', jsonb_build_object('from', NULL, 'to', 'sold'))
    FROM declined`;
  await sendOutcomeMail(tx, "pet_adopted", recipients);
}

/**
 * Reopens what the latest adoption of an animal has declined, when that is undone within a minute: e-mails are held
 * back for that long. Applications that were changed since, or whose e-mail is on its way, stay. Lock the animal first.
 */
export async function reopenDeclined(
  tx: Transaction,
  { petId, author }: Adoption,
  reason: "undone" | "returned",
): Promise<void> {
  const since = new Date(now() - HELD_BACK_MS);
  const declined = await lockDeclined(tx, petId, since);
  if (declined.length === 0) return;
  const tooLate = await takeBackOutcomeMail(
    tx,
    "pet_adopted",
    declined.map(({ id }) => id),
    since,
  );
  const reopened = declined.filter(({ id }) => !tooLate.has(id));
  const [ids, statuses] = [reopened.map(({ id }) => id), reopened.map(({ was }) => was)];
  const toTellAgain = reopened.filter(({ wasToTell }) => wasToTell).map(({ id }) => id);
  const at = new Date(now());
  const petStatus = reason === "returned" ? "available" : null;
  await tx.$executeRaw`
    WITH reopened AS (
      UPDATE applications SET status = was::"ApplicationStatus", version = version + 1,
        changed_at = greatest(${at}, changed_at), to_tell = applications.id = ANY (${toTellAgain}::uuid[])
      FROM unnest(${ids}::uuid[], ${statuses}::text[]) AS declined (id, was)
      WHERE applications.id = declined.id
      RETURNING applications.id, changed_at, was, to_tell
    )
    INSERT INTO application_changes (application_id, at, author, changes)
    SELECT id, changed_at, ${authorText(author)}, jsonb_build_object(
      'status', jsonb_build_object('from', 'declined', 'to', was),
      'pet', jsonb_build_object('from', 'sold', 'to', ${petStatus}::text)
    ) || CASE WHEN to_tell THEN '{"toTell": {"from": "false", "to": "true"}}'::jsonb ELSE '{}' END
    FROM reopened`;
}

/** Whether the latest adoption of an animal has declined applications. Lock the animal first. */
export async function hasDeclined(tx: Transaction, petId: bigint): Promise<boolean> {
  const declined = await tx.$queryRaw<unknown[]>`
    SELECT FROM applications JOIN application_changes ON application_id = applications.id
    WHERE pet_id = ${petId} AND changes #>> '{status,to}' = 'declined' AND transaction_id = (${latestAdoption(petId)})
    LIMIT 1`;
  return declined.length > 0;
}

type Declined = { id: string; was: string; wasToTell: boolean };

/** Locks what the latest adoption has declined since then. A new note or handler since does not matter. */
async function lockDeclined(tx: Transaction, petId: bigint, since: Date): Promise<Declined[]> {
  await tx.$executeRaw`
    SELECT FROM applications WHERE pet_id = ${petId} AND status = 'declined' AND changed_at > ${since}
    ORDER BY id FOR UPDATE`;
  // The transaction tells what the adoption declined from what the same person declined by hand in the same minute.
  return tx.$queryRaw<Declined[]>`
    SELECT application_id::text AS id, latest.changes #>> '{status,from}' AS was, coalesce((
      SELECT earlier.changes #>> '{toTell,to}' = 'true' FROM application_changes AS earlier
      WHERE earlier.application_id = applications.id AND earlier.id < latest.id AND earlier.changes ?| '{status,toTell}'
      ORDER BY earlier.id DESC LIMIT 1
    ), false) AS "wasToTell"
    FROM applications
    CROSS JOIN LATERAL (
      SELECT id, application_id, at, changes, transaction_id FROM application_changes
      WHERE application_id = applications.id AND changes ? 'status' ORDER BY application_changes.id DESC LIMIT 1
    ) AS latest
    WHERE pet_id = ${petId} AND status = 'declined' AND at > ${since} AND latest.transaction_id = (${latestAdoption(petId)})`;
}

const latestAdoption = (petId: bigint) => Prisma.sql`
  SELECT transaction_id FROM pet_changes WHERE pet_id = ${petId} AND changes #>> '{status,to}' = 'sold'
  ORDER BY id DESC LIMIT 1`;

/**
 * Changes an order, its animal and the applications. A return within a minute reopens what completing declined.
 * @throws DomainError as `changeOrder` does
 */
export function changeOrderAndApplications(
  author: Author,
  orderId: bigint,
  action: OrderAction,
  more: OrderReturn = {},
): Promise<Order> {
  return inTransaction(async (tx) => {
    const order = await changeOrder(tx, author, orderId, action, more);
    if (action === "complete") await declineOpen(tx, [{ petId: order.petId, author }]);
    if (action === "return") await reopenDeclined(tx, { petId: order.petId, author }, "returned");
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
}

/**
 * Undoes the last step of an order, its animal and the applications.
 * @throws DomainError as `undoOrder` does; conflict when the application cannot be approved again, or its applicant
 * knows that the adoption was cancelled
 */
export function undoOrderAndApplications(author: Author, orderId: bigint, undo: OrderUndo): Promise<Order> {
  return inTransaction(async (tx) => {
    const undone = await undoOrder(tx, author, orderId, undo, hasDeclined);
    const { petId } = undone.order;
    if (undo.status === "completed") await reopenDeclined(tx, { petId, author }, "undone");
    if (undo.status === "returned") await declineOpen(tx, [{ petId, author }]);
    if (undo.status === "cancelled") await approveAgain(tx, author, undone);
    return undone.order;
  });
}

/** Back to "talking" after a cancelled order. Without an e-mail, a person has to tell the applicant. */
async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
  const approved = await tx.application.findFirst({ where: { orderId }, include: WITH_PET });
  if (!approved) return;
  const isMailed = await sendOutcomeMail(tx, "adoption_cancelled", [approved]);
  const changes = {
    status: { from: "approved", to: "talking" },
    order: { from: "open", to: "cancelled" },
    ...(!isMailed && { toTell: { from: "false", to: "true" } }),
  };
  await changeApproval(tx, author, { id: approved.id, status: "talking", orderId: null, toTell: !isMailed, changes });
}

async function approveAgain(tx: Transaction, author: Author, { order, changeId }: UndoneOrder): Promise<void> {
  const revoked = await findRevokedApproval(tx, order.petId, changeId);
  if (!revoked) return;
  if (!revoked.isByOrder)
    throw conflict("Taking the approval back cancelled this order: approve the application again");
  if (revoked.isChanged) throw conflict("The application has changed since, so this can no longer be undone");
  const tooLate = await takeBackOutcomeMail(tx, "adoption_cancelled", [revoked.id], revoked.cancelledAt);
  if (tooLate.size > 0)
    throw conflict("The applicant knows that the adoption was cancelled: approve the application again");
  const changes = { status: { from: "talking", to: "approved" }, order: { from: "cancelled", to: "open" } };
  await changeApproval(tx, author, { id: revoked.id, status: "approved", orderId: order.id, toTell: false, changes });
}

type RevokedApproval = { id: string; cancelledAt: Date; isByOrder: boolean; isChanged: boolean };

/** Finds and locks the application that lost its approval in the transaction of this change. Lock the animal first. */
async function findRevokedApproval(tx: Transaction, petId: bigint, changeId: bigint): Promise<RevokedApproval | null> {
  const [revoked] = await tx.$queryRaw<RevokedApproval[]>`
    SELECT applications.id::text AS id, cancelled.at AS "cancelledAt", revocation.changes ? 'order' AS "isByOrder", EXISTS (
      SELECT FROM application_changes AS later
      WHERE later.application_id = applications.id AND later.id > revocation.id AND later.changes ? 'status'
    ) AS "isChanged"
    FROM applications JOIN application_changes AS revocation ON revocation.application_id = applications.id
      JOIN order_changes AS cancelled ON cancelled.transaction_id = revocation.transaction_id
    WHERE pet_id = ${petId} AND revocation.changes #>> '{status,from}' = 'approved' AND cancelled.id = ${changeId}
    FOR UPDATE OF applications`;
  return revoked ?? null;
}

type Approval = {
  id: string;
  status: "approved" | "talking";
  orderId: bigint | null;
  toTell: boolean;
  changes: ApplicationFieldChanges;
};

async function changeApproval(tx: Transaction, author: Author, { id, changes, ...data }: Approval): Promise<void> {
  const [before] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT changed_at AS at FROM applications WHERE id = ${id}::uuid FOR UPDATE`;
  const at = notBefore(before?.at);
  const entry = { at, author: authorText(author), changes };
  await tx.application.update({
    where: { id },
    data: { ...data, version: { increment: 1n }, changedAt: at, changes: { create: entry } },
    select: { id: true },
  });
}
