import "server-only";
import { type Author, authorText } from "../author";
import { now } from "../clock";
import type { Transaction } from "../database/transaction";
import { RECIPIENT, sendAdopted } from "./mail-store";
import { OPEN_STATUSES } from "./status";

/** Maximum number of applicants who are mailed when somebody else adopts. An animal usually has a few. */
const MAX_MAILED = 1_000;

/**
 * Declines the open applications for an animal that was adopted, and tells their applicants. Part of completing an
 * order, which has locked the animal.
 */
export async function declineOthers(tx: Transaction, author: Author, petId: bigint): Promise<void> {
  const recipients = await tx.application.findMany({
    where: { petId, status: { in: [...OPEN_STATUSES] }, suspicious: false },
    select: RECIPIENT,
    orderBy: { number: "asc" },
    take: MAX_MAILED,
  });
  const at = new Date(now());
  await tx.$executeRaw`
    WITH declined AS (
      UPDATE applications AS new SET status = 'declined', version = new.version + 1, changed_at = ${at}
      FROM applications AS old
      WHERE old.id = new.id AND new.pet_id = ${petId} AND new.status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
      RETURNING new.id, old.status AS was
    )
    INSERT INTO application_changes (application_id, at, author, changes)
    SELECT id, ${at}, ${authorText(author)}, jsonb_build_object('status', jsonb_build_object('from', was, 'to', 'declined'))
    FROM declined`;
  await sendAdopted(tx, recipients);
}

/** Returns an approved application to "talking" after its order was cancelled. */
export async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
  const approved = await tx.application.findFirst({ where: { orderId }, select: { id: true } });
  if (!approved) return;
  const at = new Date(now());
  const entry = { at, author: authorText(author), changes: { status: { from: "approved", to: "talking" } } };
  await tx.application.update({
    where: approved,
    data: { status: "talking", orderId: null, version: { increment: 1n }, changedAt: at, changes: { create: entry } },
    select: { id: true },
  });
}
