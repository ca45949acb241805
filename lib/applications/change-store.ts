import "server-only";
import { type Author, authorText } from "../author";
import { inTransaction, type Transaction } from "../database/transaction";
import { conflict, DomainError } from "../domain-error";
import { changeOrder, placeOrder } from "../orders/store";
import { lockPet } from "../pets/changes/record-store";
import { type IfMatch, matches } from "../precondition";
import { notBefore } from "../process/clock";
import { shownName } from "../values/person-name";
import { RECIPIENT, replaceNews, sendReceipt, sendStatus } from "./mail-store";
import { getForApplicant } from "./private-store";
import { isQuestion } from "./question";
import { PUBLIC, toPublic } from "./related-store";
import { type ApplicationChange, type ApplicationFieldChanges, NO_APPLICATION, type PublicApplication } from "./schema";
import { type ApplicationStatus, canBecome } from "./status";
import { getApplication, type VersionedApplication } from "./store";

/** The columns that a change is checked against. */
const PRESENT = {
  ...RECIPIENT,
  petId: true,
  status: true,
  note: true,
  reply: true,
  handledBy: true,
  orderId: true,
  toTell: true,
  version: true,
  changedAt: true,
} as const;
type Present = Awaited<ReturnType<typeof lockApplication>>;

/**
 * Changes an application for the shelter. Approving it places an order for the animal and withdrawing the approval
 * cancels the order, in the same transaction. Applicants are notified of a new status. A change to the current values
 * keeps the version.
 * @throws DomainError not_found; precondition_failed; conflict for a status that cannot follow, for an animal that is
 * not available, for a `handledBy` who does not exist or is disabled, for `toTell` unless there can be news to tell,
 * for a `shipDate` if it is approved already, and for the `folder` suspicious unless it is new
 */
export function changeApplication(
  author: Author,
  id: string,
  change: ApplicationChange,
  ifMatch: IfMatch | null,
): Promise<VersionedApplication> {
  return inTransaction(async (tx) => {
    const present = await lockApplication(tx, id, change.status !== undefined);
    if (!matches(ifMatch, present.version)) {
      throw new DomainError("precondition_failed", "The application has changed since you read it");
    }
    await applyChange(tx, author, present, change);
    return getApplication(id, tx);
  });
}

/**
 * Withdraws an application for its applicant, and cancels the order if it was approved. Withdrawing it again changes
 * nothing.
 * @throws DomainError not_found, even for a wrong secret; conflict when it is declined or the adoption is completed
 */
export async function withdrawForApplicant(id: string, secret: string): Promise<PublicApplication> {
  await getForApplicant(id, secret);
  return inTransaction(async (tx) => {
    const present = await lockApplication(tx, id, true);
    await applyChange(tx, { kind: "applicant" }, present, { status: "withdrawn" });
    return toPublic(tx, await tx.application.findUniqueOrThrow({ where: { id }, select: PUBLIC }));
  });
}

/** Reads and locks an application. If its status may change, its animal is locked first, as orders do. */
async function lockApplication(tx: Transaction, id: string, locksPet: boolean) {
  const known = await tx.application.findUnique({ where: { id }, select: { petId: true } });
  if (known && locksPet) await lockPet(tx, known.petId);
  await tx.$executeRaw`SELECT FROM applications WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.application.findUnique({ where: { id }, select: PRESENT });
  if (!row) throw new DomainError("not_found", NO_APPLICATION);
  return row;
}

/** Stores what differs, writes the history and enqueues the mail. */
async function applyChange(
  tx: Transaction,
  author: Author,
  present: Present,
  change: ApplicationChange,
): Promise<void> {
  const { id } = present;
  const { status = present.status, note = present.note, handledBy = present.handledBy, reply = present.reply } = change;
  const suspicious = isSuspiciousAfter(present, change);
  // A new status is news of its own.
  const toTell = change.toTell ?? (present.toTell && status === present.status);
  if (toTell && status !== "declined" && status !== "talking") throw conflict(NO_NEWS);
  if (change.shipDate !== undefined && present.status === "approved") throw conflict(HAS_ORDER);
  const changes: ApplicationFieldChanges = {
    ...(status !== present.status && { status: { from: present.status, to: status } }),
    ...(note !== present.note && { note: { from: present.note, to: note } }),
    ...(reply !== present.reply && { reply: { from: present.reply, to: reply } }),
    ...(change.folder !== undefined &&
      suspicious !== present.suspicious && { folder: { from: folderOf(present.suspicious), to: change.folder } }),
    ...(handledBy !== present.handledBy && {
      handledBy: { from: await nameOf(tx, present.handledBy), to: await requireHandler(tx, handledBy) },
    }),
    ...(toTell !== present.toTell &&
      status === present.status && { toTell: { from: String(present.toTell), to: String(toTell) } }),
  };
  if (Object.keys(changes).length === 0) return;
  requireTransition(present, status);
  const at = notBefore(present.changedAt);
  const fields = { status, note, reply, handledBy, toTell, suspicious };
  const data = { ...fields, version: { increment: 1n }, changedAt: at };
  const entry = { at, author: authorText(author), changes };
  await tx.application.update({ where: { id }, data: { ...data, changes: { create: entry } }, select: { id: true } });
  if (changes.folder && !suspicious && status === "new") await sendReceipt(tx, { ...present, suspicious });
  if (!changes.status) return;
  await replaceNews(tx, id, present.status, status);
  await placeOrCancelOrder(tx, author, present, { ...change, status });
  // A reply has said more than the e-mail about “Talking” would.
  const isTold = changes.reply?.to != null && status === "talking";
  if (!isTold) await sendStatus(tx, { ...present, suspicious }, present.status, status);
}

const folderOf = (isSuspicious: boolean) => (isSuspicious ? "suspicious" : "inbox");

/**
 * Whether an application may be spam after a change. Staff who pursue it have decided that it is not.
 * @throws DomainError conflict unless it is new
 */
function isSuspiciousAfter(present: Present, { folder, status = present.status }: ApplicationChange): boolean {
  if (folder === "suspicious" && !present.suspicious && status !== "new") throw new DomainError("conflict", NOT_NEW);
  const isPursued = ["talking", "visit", "approved", "answered"].includes(status);
  return folder === undefined ? present.suspicious && !isPursued : folder === "suspicious" && !isPursued;
}

/** Places the order of an approval, or cancels it when the approval is taken back. */
async function placeOrCancelOrder(
  tx: Transaction,
  author: Author,
  { id, petId, orderId }: Present,
  { status, shipDate = null }: ApplicationChange,
): Promise<void> {
  if (status === "approved") {
    const order = await placeOrder(author, { petId, shipDate }, tx);
    await tx.application.update({ where: { id }, data: { orderId: order.id }, select: { id: true } });
  } else if (orderId !== null) {
    await tx.application.update({ where: { id }, data: { orderId: null }, select: { id: true } });
    await changeOrder(tx, author, orderId, "cancel");
  }
}

const HAS_ORDER = "This application is already approved: set the shipDate of its order";
const NOT_NEW = "Only a new application can be moved to the suspicious ones";
const NO_NEWS =
  "Only the applicant of a declined application has to be told that somebody else has adopted the animal, and that of a talking one that the adoption was cancelled";

function requireTransition(present: Present, to: ApplicationStatus): void {
  const from = { status: present.status, isQuestion: isQuestion(present) };
  if (canBecome(from, to)) return;
  if (to === "answered" && !from.isQuestion) throw conflict("Only a question can become answered");
  throw conflict(`An application that is ${from.status} cannot become ${to}`);
}

const NAME = { name: true, email: true } as const;

async function nameOf(tx: Transaction, id: string | null): Promise<string | null> {
  const person = id === null ? null : await tx.user.findUnique({ where: { id }, select: NAME });
  return person && shownName(person);
}

/** @throws DomainError conflict when no person who may sign in has this id */
async function requireHandler(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const person = await tx.user.findFirst({ where: { id, disabledAt: null }, select: NAME });
  if (!person) throw conflict("handledBy must be the id of a person who may sign in");
  return shownName(person);
}
