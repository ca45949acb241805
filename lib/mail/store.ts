import "server-only";
import { randomUUID } from "node:crypto";
import { now } from "../clock";
import type { Db } from "../database/client";
import { afterCommit, type Transaction } from "../database/transaction";
import { EmailAddress } from "../email";
import { settings } from "../settings";
import { TEMPLATES, type TemplateData, type TemplateName } from "./templates";
import { wakeSender } from "./wake";

/** A mail to one person: its template and what the template needs. */
type NewMail<T extends TemplateName> = {
  to: string;
  template: T;
  data: TemplateData<T>;
  /** What the mail is about, such as `application:` and an id, so that `deleteMailAbout` finds it. */
  about?: string;
};

/** Whether this service sends mail. */
export const isMailOn = (): boolean => settings().SMTP_URL !== undefined;

/**
 * Puts a mail into the outbox within the caller's transaction: it is sent soon after that is committed, and never when
 * it is not. Does nothing when the service sends no mail. Returns whether the mail will be sent.
 * @throws ZodError when the address or the data does not fit, which is a bug of the caller
 */
export async function enqueueMail<T extends TemplateName>(
  tx: Transaction,
  { to, template, data, about }: NewMail<T>,
): Promise<boolean> {
  if (!isMailOn()) return false;
  const at = new Date(now());
  const row = {
    recipient: EmailAddress.parse(to),
    template,
    data: TEMPLATES[template].data.parse(data),
    about: about ?? null,
  };
  await tx.mail.create({ data: { id: randomUUID(), ...row, createdAt: at, nextTryAt: at }, select: { id: true } });
  afterCommit(tx, wakeSender);
  return true;
}

/** Deletes every mail about something, sent or not. One that is being sent at this moment still goes out. */
export async function deleteMailAbout(tx: Db, about: string): Promise<void> {
  await tx.mail.deleteMany({ where: { about } });
}
