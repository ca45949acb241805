import "server-only";
import { record } from "../audit/log-store";
import type { Transaction } from "../database/transaction";
import type { Job } from "../jobs/store";
import { chargeWithin } from "../limits/window-store";
import { enqueueMail, isMailOn, readMailStatuses, takeBackMail } from "../mail/store";
import { now } from "../process/clock";
import { keysOf } from "../values/objects";
import { MINUTE_MS } from "../values/time";
import { receiptLimits } from "./limits";
import { secretOf } from "./private-store";
import type { ApplicationRow } from "./related-store";
import { isQuestion, privatePath } from "./sent-words";
import type { ApplicationStatus } from "./status";

/**
 * E-mails about an outcome that the applicant did not cause, by the status that it gives. They are held back for a
 * minute, so that a mistake can be undone.
 */
const OUTCOME_MAIL = { declined: "pet_adopted", talking: "adoption_cancelled" } as const;
type OutcomeMail = (typeof OUTCOME_MAIL)[keyof typeof OUTCOME_MAIL];

export const isOutcomeMail = (template: string | null) =>
  Object.values(OUTCOME_MAIL).some((known) => known === template);

/** Marks the e-mails about an application, so that they are deleted with it. */
export const mailsAbout = (id: string) => `application:${id}`;
const idAbout = (about: string) => about.replace("application:", "");

/** Anybody can enter somebody else's e-mail address, so receipts are limited. */
export async function sendReceipt(tx: Transaction, to: ApplicationRow): Promise<void> {
  const [mail] = envelopes([to]);
  if (!mail) return;
  const result = await chargeWithin(tx, receiptLimits(mail.to));
  if ("charges" in result) await enqueueMail(tx, [{ ...mail, template: "application_received" }]);
}

/**
 * Says when a visit is, once that is known. There is no e-mail about a return to `new`, or when a question becomes
 * `answered` (that was an e-mail) or is reopened.
 */
export async function sendStatus(
  tx: Transaction,
  to: ApplicationRow,
  from: ApplicationStatus,
  status: ApplicationStatus,
) {
  if (status === "new" || status === "answered" || from === "answered") return;
  const [mail] = envelopes([to]);
  if (!mail) return;
  const visit = status === "visit" && to.visitAt !== null && { visitAt: to.visitAt };
  await enqueueMail(tx, [{ ...mail, template: "application_changed", data: { ...mail.data, status, ...visit } }]);
}

/**
 * The number of statements does not depend on how many applicants there are. Returns whether anybody gets an e-mail.
 */
export async function sendOutcomeMail(
  tx: Transaction,
  template: OutcomeMail,
  applicants: readonly ApplicationRow[],
): Promise<boolean> {
  const mails = envelopes(applicants).map((mail) => ({ ...mail, template }));
  return enqueueMail(tx, mails, MINUTE_MS);
}

/**
 * Takes back the outcome mail behind a status, because that of the next one replaces it. `new` and `answered` have
 * none, so before them the mail about a cancelled adoption still goes out.
 */
export async function replaceOutcomeMail(tx: Transaction, id: string, from: ApplicationStatus, to: ApplicationStatus) {
  const isNotified = to !== "new" && to !== "answered";
  if (from === "declined" || (from === "talking" && isNotified))
    await takeBackMail(tx, [mailsAbout(id)], { template: OUTCOME_MAIL[from] });
}

/** All e-mails to an applicant contain the private link. Null when the record of sent mail was deleted. */
export type LinkMail = "sent" | "waiting" | "off" | null;

export async function readLinkMail(applicationId: string): Promise<LinkMail> {
  if (!isMailOn()) return "off";
  const found = await readMailStatuses(mailsAbout(applicationId));
  return found.has("done") ? "sent" : found.has("waiting") ? "waiting" : null;
}

/** Marks an application whose outcome mail was given up: a person has to tell the applicant. */
export async function markToTell(tx: Transaction, { template, about }: Job): Promise<void> {
  const status = keysOf(OUTCOME_MAIL).find((key) => OUTCOME_MAIL[key] === template);
  if (status === undefined || about === null) return;
  const [marked] = await tx.$queryRaw<{ subjectId: string; petId: bigint }[]>`
    UPDATE applications SET to_tell = true, version = version + 1, changed_at = greatest(${new Date(now())}, changed_at)
    WHERE id = ${idAbout(about)}::uuid AND status = ${status}::"ApplicationStatus" AND NOT to_tell
    RETURNING id::text AS "subjectId", pet_id AS "petId"`;
  if (!marked) return;
  const fields = { toTell: { from: "false", to: "true" } };
  await record(tx, { kind: "service" }, { subject: "application", ...marked, action: "changed", fields });
}

/** Whether an applicant gets mail: if the service sends any, the application is not spam, and there is an address. */
export const isMailed = (
  applicant: Pick<ApplicationRow, "email" | "suspicious">,
): applicant is { email: string } & ApplicationRow => isMailOn() && !applicant.suspicious && applicant.email !== null;

const envelopes = (applicants: readonly ApplicationRow[]) =>
  applicants.filter(isMailed).map(({ id, name, email, pet, ...texts }) => ({
    to: email,
    data: {
      applicantName: name,
      petName: pet.name,
      path: privatePath(id, secretOf(id)),
      ...(isQuestion(texts) && { isQuestion: true as const }),
    },
    about: mailsAbout(id),
  }));
