import "server-only";
import { type Author, authorText } from "../author";
import { now } from "../clock";
import type { Transaction } from "../database/transaction";
import type { PetBatch } from "../pets/changes/batch-schema";
import { changeBatch } from "../pets/changes/batch-store";
import { changePet, type WantedChange } from "../pets/changes/patch-store";
import type { Adoption } from "../pets/changes/record-store";
import { undoChange, type WantedUndo } from "../pets/changes/undo-store";
import { RECIPIENT, sendAdopted } from "./mail-store";
import { OPEN_STATUSES } from "./status";

/** Maximum number of applicants who are mailed by one transaction. An animal usually has a few. */
const MAX_MAILED = 4_000;

// A change that makes an animal sold declines the applications for it, whoever makes it and however.

/** Changes an animal, and its applications if it becomes sold. @throws DomainError as `changePet` does */
export const changePetAndApplications = (wanted: WantedChange) => changePet(wanted, declineOpen);

/** Changes several animals, and the applications for those that become sold. Returns the result of each, in order. */
export const changeBatchAndApplications = (author: Author, batch: PetBatch) => changeBatch(author, batch, declineOpen);

/**
 * Undoes a change of an animal, and changes its applications if that makes it sold again. Applications that the undone
 * change declined stay declined, because their applicants were notified.
 * @throws DomainError as `undoChange` does
 */
export const undoChangeAndApplications = (wanted: WantedUndo) => undoChange(wanted, declineOpen);

/** Declines the open applications for animals that were adopted, and notifies their applicants. */
export async function declineOpen(tx: Transaction, adoptions: readonly Adoption[]): Promise<void> {
  const petIds = adoptions.map(({ petId }) => petId);
  const recipients = await tx.application.findMany({
    where: { petId: { in: petIds }, status: { in: [...OPEN_STATUSES] }, suspicious: false },
    select: RECIPIENT,
    orderBy: [{ petId: "asc" }, { number: "asc" }],
    take: MAX_MAILED,
  });
  const at = new Date(now());
  await tx.$executeRaw`
    WITH adopted AS (
      SELECT * FROM unnest(${petIds.map(String)}::bigint[], ${adoptions.map(({ author }) => authorText(author))}::text[])
        AS adopted (pet_id, author)
    ), declined AS (
      UPDATE applications AS new SET status = 'declined', version = new.version + 1, changed_at = ${at}
      FROM applications AS old JOIN adopted ON old.pet_id = adopted.pet_id
      WHERE old.id = new.id AND new.status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
      RETURNING new.id, old.status AS was, adopted.author
    )
    INSERT INTO application_changes (application_id, at, author, changes)
    SELECT id, ${at}, author, jsonb_build_object('status', jsonb_build_object('from', was, 'to', 'declined'))
    FROM declined`;
  await sendAdopted(tx, recipients);
}
