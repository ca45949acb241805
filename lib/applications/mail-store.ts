import "server-only";
import type { Transaction } from "../database/transaction";
import { chargeWithin } from "../limits/window-store";
import { enqueueMail, isMailOn } from "../mail/store";
import { receiptLimit } from "./limits";
import { privatePath } from "./private-path";
import { renewSecret } from "./secret-store";
import type { ApplicationStatus } from "./status";

/** To whom a mail goes, and about which application. */
export type Recipient = {
  id: string;
  name: string;
  email: string;
  suspicious: boolean;
  secretHash: Uint8Array;
  pet: { name: string };
};

/** The columns of a recipient. */
export const RECIPIENT = {
  id: true,
  name: true,
  email: true,
  suspicious: true,
  secretHash: true,
  pet: { select: { name: true } },
} as const;

/** What the mails about an application are marked with, so that they are deleted with it. */
export const mailsAbout = (id: string) => `application:${id}`;

/**
 * Says that the application has arrived, unless there were too many receipts in this hour: anybody can give the address
 * of a stranger.
 */
export async function sendReceipt(tx: Transaction, to: Recipient): Promise<void> {
  const mail = await envelope(tx, to);
  if (!mail || !Array.isArray(await chargeWithin(tx, [receiptLimit()]))) return;
  await enqueueMail(tx, { ...mail, template: "application_received" });
}

/** Tells the applicant the new status. Nobody is told that an application is `new` again. */
export async function sendStatus(tx: Transaction, to: Recipient, status: ApplicationStatus): Promise<void> {
  const mail = status === "new" ? null : await envelope(tx, to);
  if (mail && status !== "new") {
    await enqueueMail(tx, { ...mail, template: "application_changed", data: { ...mail.data, status } });
  }
}

/** Says that somebody else has adopted the animal. */
export async function sendAdopted(tx: Transaction, to: Recipient): Promise<void> {
  const mail = await envelope(tx, to);
  if (mail) await enqueueMail(tx, { ...mail, template: "pet_adopted" });
}

/** What all mails about an application have in common; null when none is sent. Spam gets no answer. */
async function envelope(tx: Transaction, to: Recipient) {
  if (to.suspicious || !isMailOn()) return null;
  const data = { applicantName: to.name, petName: to.pet.name, path: privatePath(to.id, await renewSecret(tx, to)) };
  return { to: to.email, data, about: mailsAbout(to.id) };
}
