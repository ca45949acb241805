import "server-only";
import { type Actor, audited } from "../audit/store";
import { type Db, db } from "../database/client";
import type { Transaction } from "../database/transaction";
import { conflict } from "../domain";
import { enqueueJobs } from "../jobs/store";
import { settings } from "../process/settings";
import { EmailAddress } from "../values/text";
import { MAX_COUNTED, type MailState } from "./schema";
import { TEMPLATES, type TemplateData, type TemplateName } from "./templates";

export const MAIL_JOB = "mail";

type NewMail<T extends TemplateName> = {
  to: string;
  template: T;
  data: TemplateData<T>;
  /** What the e-mail is about, such as `application:` and an id, so that `deleteMailAbout` finds it. */
  about?: string;
};

export const isMailOn = (): boolean => settings().SMTP_URL !== undefined;

/**
 * Puts e-mails into the outbox in one statement, in the caller's transaction. They are sent after the commit and this
 * delay, and never without a commit. Does nothing when the service sends no mail. Returns whether any will be sent.
 * @throws ZodError when an e-mail address or the data is not valid: a bug of the caller
 */
export async function enqueueMail<T extends TemplateName>(
  tx: Transaction,
  mails: readonly NewMail<T>[],
  delayMs = 0,
): Promise<boolean> {
  if (!isMailOn() || mails.length === 0) return false;
  const jobs = mails.map(({ to, template, data, about }) => ({
    data: { to: EmailAddress.parse(to), data: TEMPLATES[template].data.parse(data) },
    template,
    about,
  }));
  await enqueueJobs(tx, MAIL_JOB, jobs, delayMs);
  return true;
}

/** Deletes every e-mail about these things, sent or not. One that is being sent at this moment still goes out. */
export async function deleteMailAbout(tx: Db, ...about: string[]): Promise<void> {
  await tx.job.deleteMany({ where: { about: { in: about } } });
}

export async function readMailStatuses(about: string): Promise<ReadonlySet<string>> {
  const mails = await db().job.findMany({ where: { about }, select: { status: true } });
  return new Set(mails.map(({ status }) => status));
}

/**
 * Deletes e-mails about these things that no process has taken for sending. Returns the templates of the others, which
 * are being sent, or were. The sender skips e-mails that this has locked, and this waits for a sender that is taking one, so
 * an e-mail is either sent or taken back.
 */
export async function takeBackMail(
  tx: Transaction,
  about: readonly string[],
  which: { template: TemplateName } | { changeSet: bigint },
): Promise<(string | null)[]> {
  const where = { ...which, about: { in: [...about] } };
  await tx.job.deleteMany({ where: { ...where, status: "waiting", tries: 0 } });
  return (await tx.job.findMany({ where, select: { template: true } })).map(({ template }) => template);
}

export async function readMailState(): Promise<MailState> {
  const [waiting, failed, health] = await Promise.all([
    countMail("waiting"),
    countMail("failed"),
    db().mailHealth.findUniqueOrThrow({ where: { id: 1 } }),
  ]);
  return {
    configured: isMailOn(),
    waiting,
    failed,
    lastSuccessAt: health.lastSuccessAt?.toISOString() ?? null,
    lastErrorAt: health.lastErrorAt?.toISOString() ?? null,
    lastError: health.lastError,
  };
}

function countMail(status: string): Promise<number> {
  return db().job.count({ where: { kind: MAIL_JOB, status }, take: MAX_COUNTED });
}

/**
 * Sends an admin a test e-mail at their own e-mail address, through the outbox like any other, and returns the address.
 * While one is waiting, another request adds none.
 * @throws DomainError conflict when the service sends no mail; forbidden when the person is no longer an admin
 */
export async function enqueueTestMail(actor: Extract<Actor, { personId: string }>): Promise<string> {
  if (!isMailOn()) throw conflict("This service sends no mail: SMTP_URL is not set");
  const { to } = await audited(
    actor,
    async (tx) => {
      const { email: to } = await tx.user.findUniqueOrThrow({ where: { id: actor.personId }, select: { email: true } });
      const mail = { template: "test", about: `person:${actor.personId}` } as const;
      const waiting = { ...mail, status: "waiting" };
      const isWaiting = (await tx.job.findFirst({ where: waiting, select: { id: true } })) !== null;
      if (!isWaiting) await enqueueMail(tx, [{ ...mail, to, data: {} }]);
      return { to, isNew: !isWaiting };
    },
    ({ isNew }) => (isNew ? { subject: "mail", subjectId: actor.personId, action: "mail.test" } : null),
  );
  return to;
}
