import "server-only";
import { createHmac } from "node:crypto";
import { isMailed, sendOutcomeMail } from "../applications/mail-store";
import { WITH_PET } from "../applications/related-store";
import { OPEN_STATUSES } from "../applications/status";
import { changeSetOf, record } from "../audit/log-store";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, DomainError } from "../domain";
import { encodeJson } from "../http/json";
import { isMailOn } from "../mail/store";
import type { OrderReturn } from "../orders/schema";
import { changeOrder, type VersionedOrder } from "../orders/store";
import { changePet, type WantedChange } from "../pets/changes/patch-store";
import type { AfterAdoption } from "../pets/changes/record-store";
import { notBefore } from "../process/clock";
import { authSecret } from "../process/settings";
import { type Confirmation, MAX_NAMES } from "./consequences";
import { type OrderAction, STEPS } from "./transitions";

/** Maximum number of applicants who are mailed by one transaction. An animal usually has a few. */
const MAX_MAILED = 4_000;

/** The header Confirm, `*` for any consequences, and whether the caller may see the names of applicants. */
export type Consent = { confirm: string | null; seesNames: boolean };

const TO_ANYTHING: Consent = { confirm: "*", seesNames: false };

// Any change that makes an animal sold completes its open order and declines the open applications for it, no matter
// who makes it or how.

/** Changes an animal, and what follows if it becomes sold. @throws DomainError as `changePet` and `adopt` do */
export const changePetAndApplications = (wanted: WantedChange, consent?: Consent) => changePet(wanted, adopt(consent));

/** Returns what to do once animals became sold. Lock them first. @throws DomainError confirmation_required */
export const adopt =
  (consent = TO_ANYTHING): AfterAdoption =>
  async (tx, author, petIds) => {
    const orders = await tx.order.findMany({
      where: { petId: { in: [...petIds] }, status: "open" },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    await requireConsent(
      tx,
      petIds,
      orders.map(({ id }) => id),
      consent,
    );
    for (const { id } of orders) await changeOrder(tx, author, id, "complete");
    await declineOpen(tx, author, petIds);
  };

/** A token stands for exactly these consequences: one more applicant is another token. */
async function requireConsent(
  tx: Transaction,
  petIds: readonly bigint[],
  orderIds: readonly bigint[],
  { confirm, seesNames }: Consent,
): Promise<void> {
  if (confirm === "*") return;
  const declined = await readDeclined(tx, petIds);
  if (confirm === null && declined.count + orderIds.length === 0) return;
  const mails = isMailOn() ? declined.reachable : 0;
  const content = encodeJson([declined.digest, orderIds, mails]);
  const token = createHmac("sha256", authSecret()).update(`confirm:${content}`).digest("base64url");
  if (confirm === token) return;
  const adopters = await tx.application.findMany({
    where: { orderId: { in: [...orderIds] } },
    select: { name: true },
    orderBy: { orderId: "asc" },
    take: MAX_NAMES,
  });
  const people = (count: number, names: string[]) => ({ count, ...(seesNames && { names }) });
  const asked: Confirmation = {
    consequences: {
      declines: people(declined.count, declined.names),
      handsOver: people(
        orderIds.length,
        adopters.map(({ name }) => name),
      ),
      mails,
    },
    confirm: token,
  };
  throw new DomainError("confirmation_required", CONSEQUENCES, undefined, asked);
}

/** `digest` stands for all of the applications, because an animal may have any number. */
type Declined = { count: number; reachable: number; names: string[]; digest: string };

async function readDeclined(tx: Transaction, petIds: readonly bigint[]): Promise<Declined> {
  const [declined] = await tx.$queryRaw<[Declined]>`
    SELECT count(*)::int AS count, count(email)::int AS reachable,
      coalesce(md5(string_agg(id::text, ',' ORDER BY pet_id, number)), '') AS digest,
      coalesce((array_agg(name ORDER BY pet_id, number))[:${MAX_NAMES}::int], '{}') AS names
    FROM applications
    WHERE pet_id = ANY (${petIds.map(String)}::bigint[]) AND NOT suspicious
      AND status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[])`;
  return declined;
}

const CONSEQUENCES = "This has consequences for applications or adoptions. To accept them, send it again with Confirm";

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

/** Changes an order, its animal and the applications. @throws DomainError as `changeOrder` and `adopt` do */
export function changeOrderAndApplications(
  author: Author,
  orderId: bigint,
  action: OrderAction,
  more: OrderReturn = {},
  consent?: Consent,
): Promise<VersionedOrder> {
  return inTransaction(async (tx) => {
    const order = await changeOrder(tx, author, orderId, action, more);
    if (action === "complete") await adopt(consent)(tx, author, [order.petId]);
    if (action === "cancel") await reopenApproved(tx, author, orderId);
    return order;
  });
}

/** Back to "talking" after a cancelled order. Without an e-mail, a person has to tell the applicant. */
async function reopenApproved(tx: Transaction, author: Author, orderId: bigint): Promise<void> {
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
