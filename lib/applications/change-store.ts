import "server-only";
import { followDecision } from "../adoptions/store";
import { canBecome } from "../adoptions/transitions";
import { record } from "../audit/log-store";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, authorText, conflict, DomainError, type IfMatch, matches, type Versioned } from "../domain";
import { lockPet } from "../pets/changes/record-store";
import { notBefore } from "../process/clock";
import { replaceOutcomeMail, sendReceipt, sendStatus } from "./mail-store";
import { getForApplicant } from "./private-store";
import { type ApplicationRow, toPublic, WITH_PET } from "./related-store";
import {
  type Application,
  type ApplicationChange,
  type ApplicationFieldChanges,
  NO_APPLICATION,
  type PublicApplication,
} from "./schema";
import { isQuestion, isRecorded } from "./sent-words";
import { type ApplicationStatus, isOpen } from "./status";
import { getApplication } from "./store";

/**
 * Changes an application for the shelter. Approving it places an order for the animal and withdrawing the approval
 * cancels the order, in the same transaction. Applicants are notified of a new status. A change to the current values
 * keeps the version.
 * @throws DomainError not_found; precondition_failed; conflict for
 * - a status that cannot follow, or an animal that is not available
 * - a `handledBy` who does not exist or is disabled
 * - `toTell` unless there can be an outcome to tell
 * - a `shipDate` if it is approved already
 * - a `visitAt` unless its status is, or becomes, `visit`
 * - the `folder` suspicious unless it is open
 * - an `adopter` unless the shelter recorded the adopter
 */
export function changeApplication(
  author: Author,
  id: string,
  change: ApplicationChange,
  ifMatch: IfMatch | null,
): Promise<Versioned<Application>> {
  return inTransaction(async (tx) => {
    const current = await lockApplication(tx, id, change.status !== undefined);
    if (!matches(ifMatch, current.version)) {
      throw new DomainError("precondition_failed", "The application has changed since you read it");
    }
    await applyChange(tx, author, current, change);
    return getApplication(id, tx);
  });
}

/**
 * Withdraws an application for its applicant, and cancels an open adoption.
 * @throws DomainError not_found, even for a wrong secret; conflict when it is declined or the adoption is completed
 */
export async function withdrawForApplicant(id: string, secret: string): Promise<PublicApplication> {
  await getForApplicant(id, secret);
  return inTransaction(async (tx) => {
    const current = await lockApplication(tx, id, true);
    await applyChange(tx, { kind: "applicant" }, current, { status: "withdrawn" });
    return toPublic(tx, await tx.application.findUniqueOrThrow({ where: { id }, include: WITH_PET }));
  });
}

/**
 * Reads and locks an application until the end of the transaction. If its status may change, its animal is locked first,
 * as orders do.
 */
export async function lockApplication(tx: Transaction, id: string, mustLockPet: boolean) {
  const application = await tx.application.findUnique({ where: { id }, select: { petId: true } });
  if (application && mustLockPet) await lockPet(tx, application.petId);
  await tx.$executeRaw`SELECT FROM applications WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.application.findUnique({ where: { id }, include: WITH_PET });
  if (!row) throw new DomainError("not_found", NO_APPLICATION);
  return row;
}

async function applyChange(
  tx: Transaction,
  author: Author,
  current: ApplicationRow,
  change: ApplicationChange,
): Promise<void> {
  if (change.shipDate !== undefined && current.status === "approved") throw conflict(HAS_ORDER);
  if (change.adopter !== undefined && !isRecorded(current)) throw conflict(NOT_RECORDED);
  const next = nextFields(current, change);
  const changes = await changesBetween(tx, current, next, change);
  if (Object.keys(changes).length === 0) return;
  requireTransition(current, next.status);
  const { id, petId } = current;
  const at = notBefore(current.changedAt);
  // Checked before the update adds this move to the history.
  const needsReceipt =
    changes.folder && !next.suspicious && next.status === "new" && !(await wasMovedBefore(tx, current));
  const order = changes.status ? await followDecision(tx, author, current, next.status, change.shipDate ?? null) : {};
  const data = { ...next, ...order, version: { increment: 1n }, changedAt: at };
  await tx.application.update({ where: { id }, data, select: { id: true } });
  const fields = { ...changes, ...("orderId" in order && { orderId: idChange(current.orderId, order.orderId) }) };
  await record(tx, author, { subject: "application", subjectId: id, petId, action: "changed", fields, at });
  if (needsReceipt) await sendReceipt(tx, { ...current, suspicious: false });
  if (changes.status || changes.visitAt) await tellApplicant(tx, current, next, changes);
}

const idChange = (from: bigint | null, to: bigint | null) => ({
  from: from?.toString() ?? null,
  to: to?.toString() ?? null,
});

/** One that was moved has been in the inbox, so its applicant has a receipt. */
async function wasMovedBefore(tx: Transaction, { id, petId }: ApplicationRow): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ moved: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM changes WHERE pet_id = ${petId} AND subject = 'application' AND subject_id = ${id} AND fields ? 'folder'
    ) AS moved`;
  return row?.moved ?? false;
}

type ChangeableFields = Pick<
  ApplicationRow,
  "status" | "note" | "reply" | "handledBy" | "visitAt" | "toTell" | "suspicious" | "name" | "email" | "telephone"
>;

function nextFields(current: ApplicationRow, change: ApplicationChange): ChangeableFields {
  const { status = current.status, note = current.note, handledBy = current.handledBy, reply = current.reply } = change;
  // The e-mail about a new status replaces what was to be told before.
  const toTell = change.toTell ?? (current.toTell && status === current.status);
  if (toTell && status !== "declined" && status !== "talking") throw conflict(NOTHING_TO_TELL);
  // A visit ends with its status.
  const { visitAt = status === current.status ? current.visitAt : null } = change;
  if (change.visitAt && status !== "visit") throw conflict(NO_VISIT);
  const { name, email, telephone } = change.adopter ?? current;
  const suspicious = isSuspiciousAfter(current, change);
  return { status, note, reply, handledBy, visitAt, toTell, suspicious, name, email, telephone };
}

async function changesBetween(
  tx: Transaction,
  current: ApplicationRow,
  next: ChangeableFields,
  { folder }: ApplicationChange,
): Promise<ApplicationFieldChanges> {
  const { status, note, reply, handledBy, visitAt, toTell, suspicious } = next;
  const hasNewStatus = status !== current.status;
  const hasMoved = folder !== undefined && suspicious !== current.suspicious;
  return {
    ...(hasNewStatus && { status: { from: current.status, to: status } }),
    ...(note !== current.note && { note: { from: current.note, to: note } }),
    ...(reply !== current.reply && { reply: { from: current.reply, to: reply } }),
    ...(visitAt !== current.visitAt && { visitAt: { from: current.visitAt, to: visitAt } }),
    ...(hasMoved && { folder: { from: folderOf(current.suspicious), to: folderOf(suspicious) } }),
    ...(handledBy !== current.handledBy && {
      handledBy: { from: handlerText(current.handledBy), to: handlerText(await requireHandler(tx, handledBy)) },
    }),
    ...(!isSameAdopter(current, next) && {
      adopter: { from: current.name, to: next.name },
      email: { from: current.email, to: next.email },
      telephone: { from: current.telephone, to: next.telephone },
    }),
    ...(toTell !== current.toTell && {
      [hasNewStatus ? "wasToTell" : "toTell"]: { from: String(current.toTell), to: String(toTell) },
    }),
  };
}

const isSameAdopter = (one: ChangeableFields, other: ChangeableFields) =>
  one.name === other.name && one.email === other.email && one.telephone === other.telephone;

async function tellApplicant(
  tx: Transaction,
  current: ApplicationRow,
  { status, suspicious, visitAt }: ChangeableFields,
  { reply }: ApplicationFieldChanges,
): Promise<void> {
  await replaceOutcomeMail(tx, current.id, current.status, status);
  // A reply says more than the e-mail about “Talking” would.
  const hasReply = reply !== undefined && reply.to !== null;
  if (hasReply && status === "talking") return;
  await sendStatus(tx, { ...current, suspicious, visitAt }, current.status, status);
}

const folderOf = (isSuspicious: boolean) => (isSuspicious ? "suspicious" : "inbox");

/** Staff who pursue an application have decided that it is not spam. @throws DomainError conflict unless it is open */
function isSuspiciousAfter(current: ApplicationRow, change: ApplicationChange): boolean {
  const { folder = folderOf(current.suspicious), status = current.status } = change;
  const isPursued = change.status !== undefined && PURSUED.includes(change.status);
  if (folder === "suspicious" && !current.suspicious && (isPursued || !isOpen(status))) throw conflict(NOT_OPEN);
  return folder === "suspicious" && !isPursued;
}

const PURSUED: readonly ApplicationStatus[] = ["talking", "visit", "approved", "answered"];

const HAS_ORDER = "This application is already approved: set the shipDate of its order";
const NO_VISIT = "Only an application with the status visit has visitAt";
const NOT_RECORDED = "Only an adopter whom the shelter recorded can be corrected";
const NOT_OPEN = "Only an open application can be moved to the suspicious ones";
const NOTHING_TO_TELL =
  "Only the applicant of a declined application has to be told that somebody else has adopted the animal, and that of a talking one that the adoption was cancelled";

function requireTransition(current: ApplicationRow, to: ApplicationStatus): void {
  const from = { status: current.status, isQuestion: isQuestion(current) };
  if (canBecome(from, to)) return;
  if (to === "answered" && !from.isQuestion) throw conflict("Only a question can become answered");
  throw conflict(`An application that is ${from.status} cannot become ${to}`);
}

/** Writes who handles an application as authors are stored, so that the history can show their current name. */
const handlerText = (id: string | null) => (id === null ? null : authorText({ kind: "person", id }));

async function requireHandler(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const person = await tx.user.findFirst({ where: { id, disabledAt: null }, select: { id: true } });
  if (!person) throw conflict("handledBy must be the id of a person who may sign in");
  return id;
}
