import "server-only";
import { isMailed, sendOutcomeMail } from "../applications/mail-store";
import { WITH_PET } from "../applications/related-store";
import { OPEN_STATUSES } from "../applications/status";
import { changeSetOf, record } from "../audit/log-store";
import type { Transaction } from "../database/transaction";
import { type Author, DomainError } from "../domain";
import { encodeJson } from "../http/json";
import { isMailOn } from "../mail/store";
import { notBefore } from "../process/clock";
import { signatureOf } from "../process/settings";
import { type Confirmation, MAX_NAMES } from "./consequences";
import { STEPS } from "./transitions";

// All that the steps of an adoption do to the applications for the animal, and the question before that.

/** The header Confirm, `*` for any consequences, and whether the caller may see the names of applicants. */
export type Consent = { confirm: string | null; seesNames: boolean };

export const TO_ANYTHING: Consent = { confirm: "*", seesNames: false };

/**
 * Checks that the caller agrees to what follows if animals become sold and these orders are completed. A token stands
 * for exactly these consequences: one more applicant is another token. Lock the animals first.
 * @throws DomainError confirmation_required
 */
export async function requireConsent(
  tx: Transaction,
  petIds: readonly bigint[],
  orderIds: readonly bigint[],
  { confirm, seesNames }: Consent,
): Promise<void> {
  if (confirm === "*") return;
  const declined = await readDeclined(tx, petIds);
  if (confirm === null && declined.count + orderIds.length === 0) return;
  const mails = isMailOn() ? declined.addresses : 0;
  const content = encodeJson([declined.count, declined.fingerprint, orderIds, mails]);
  const token = signatureOf("confirm", content);
  if (confirm === token) return;
  const approved = await tx.application.findMany({
    where: { orderId: { in: [...orderIds] } },
    select: { name: true },
    orderBy: { orderId: "asc" },
    take: MAX_NAMES,
  });
  const adopters = approved.map(({ name }) => name);
  const people = (count: number, names: string[]) => ({ count, ...(seesNames && { names }) });
  const asked: Confirmation = {
    consequences: {
      declines: people(declined.count, declined.names),
      handsOver: people(orderIds.length, adopters),
      mails,
    },
    confirm: token,
  };
  throw new DomainError("confirmation_required", CONSEQUENCES, undefined, asked);
}

const CONSEQUENCES = "This has consequences for applications or adoptions. To accept them, send it again with Confirm";

type Declined = { count: number; addresses: number; fingerprint: string; names: string[] };

/** However many there are, this returns a few names and a hash of all ids. */
async function readDeclined(tx: Transaction, petIds: readonly bigint[]): Promise<Declined> {
  const [declined] = await tx.$queryRaw<Declined[]>`
    WITH declined AS (
      SELECT id, pet_id, number, name, email FROM applications
      WHERE pet_id = ANY (${petIds.map(String)}::bigint[]) AND NOT suspicious
        AND status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
    )
    SELECT count(*)::int AS count, count(email)::int AS addresses,
      coalesce(md5(string_agg(id::text, ',' ORDER BY id)), '') AS fingerprint,
      ARRAY(SELECT name::text FROM declined ORDER BY pet_id, number LIMIT ${MAX_NAMES}) AS names
    FROM declined`;
  return declined ?? { count: 0, addresses: 0, fingerprint: "", names: [] };
}

/** Maximum number of applicants who are mailed by one transaction. An animal usually has a few. */
const MAX_MAILED = 4_000;

/** Applicants who get no e-mail have to be told by a person. Lock the animals first. */
export async function declineOpen(tx: Transaction, author: Author, petIds: readonly bigint[]): Promise<void> {
  const recipients = await tx.application.findMany({
    where: { petId: { in: [...petIds] }, status: { in: [...OPEN_STATUSES] }, suspicious: false },
    include: WITH_PET,
    orderBy: [{ petId: "asc" }, { number: "asc" }],
    take: MAX_MAILED,
  });
  const mailed = recipients.filter(isMailed).map(({ id }) => id);
  // From before waiting for any row. A change of a row in the meantime may have a later time.
  const { id, at } = await changeSetOf(tx, author);
  await tx.$executeRaw`
    WITH declined AS (
      UPDATE applications AS new SET status = ${STEPS.complete.waiting}::"ApplicationStatus", version = new.version + 1,
        changed_at = greatest(${at}, new.changed_at), to_tell = NOT new.suspicious AND new.id <> ALL (${mailed}::uuid[])
      FROM applications AS old
      WHERE old.id = new.id AND old.pet_id = ANY (${petIds.map(String)}::bigint[])
        AND new.status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])
      RETURNING new.id, new.pet_id, new.changed_at, old.status AS was, old.to_tell AS was_to_tell, new.to_tell
    )
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, at, fields)
    SELECT ${id}, pet_id, 'application', id::text, 'changed', changed_at, jsonb_build_object(
      'status', jsonb_build_object('from', was, 'to', ${STEPS.complete.waiting}::text),
      'pet', jsonb_build_object('from', NULL, 'to', ${STEPS.complete.pet}::text)
    ) || CASE WHEN was_to_tell = to_tell THEN '{}' ELSE jsonb_build_object(
      'toTell', jsonb_build_object('from', was_to_tell::text, 'to', to_tell::text)) END
    FROM declined`;
  await sendOutcomeMail(tx, "pet_adopted", recipients);
}

/** Back to "talking" after a cancelled order. Without an e-mail, a person has to tell the applicant. */
export async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
  const approved = await tx.application.findFirst({ where: { orderId }, include: WITH_PET });
  if (!approved) return;
  const { id, petId } = approved;
  const isMailed = await sendOutcomeMail(tx, "adoption_cancelled", [approved]);
  const [before] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT changed_at AS at FROM applications WHERE id = ${id}::uuid FOR UPDATE`;
  const at = notBefore(before?.at);
  await tx.application.update({
    where: { id },
    data: { status: STEPS.cancel.adopter, orderId: null, toTell: !isMailed, version: { increment: 1n }, changedAt: at },
    select: { id: true },
  });
  const fields = {
    status: { from: "approved", to: STEPS.cancel.adopter },
    order: { from: STEPS.cancel.from, to: STEPS.cancel.to },
    orderId: { from: String(orderId), to: null },
    ...(!isMailed && { toTell: { from: "false", to: "true" } }),
  };
  await record(tx, author, { subject: "application", subjectId: id, petId, action: "changed", fields, at });
}
