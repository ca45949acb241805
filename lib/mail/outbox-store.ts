import "server-only";
import { type Db, db } from "../database/client";
import { inTransaction, type Transaction } from "../database/transaction";
import { now } from "../process/clock";
import { DAY_MS, MINUTE_MS } from "../values/time";
import type { MailFailure } from "./smtp";

/** While a process sends an e-mail, no other takes it for this long. Sending always takes less. */
const LEASE_MS = 5 * MINUTE_MS;
/** The pauses after failed attempts, in minutes. The last one is used for all later attempts. */
const PAUSES_MINUTES = [1, 2, 4, 8, 15, 30, 60];
/** After this many attempts an e-mail is given up. Its age does that sooner, unless the attempts crash the process. */
export const MAX_TRIES = 90;
/** An e-mail is given up when its next attempt would be more than this after it was written. */
const MAX_AGE_MS = 3 * DAY_MS;
/** How long sent mail is kept, and how long other mail. */
const SENT_MS = 3 * DAY_MS;
const UNSENT_MS = 30 * DAY_MS;

export type Claimed = {
  id: string;
  recipient: string;
  template: string;
  data: unknown;
  tries: number;
  createdAt: Date;
  about: string | null;
};

export type GivenUp = Pick<Claimed, "template" | "about">;
/** The consequences of giving up an e-mail, in the transaction that records it. */
export type OnGivenUp = (tx: Transaction, mail: GivenUp) => Promise<void>;

/**
 * Takes the e-mail that has been due for the longest time. Returns null if none is due. No other process gets it before
 * the lease ends. If this process dies before it records the result, the e-mail is sent again then.
 */
export async function claimMail(): Promise<Claimed | null> {
  const at = new Date(now());
  const until = new Date(now() + LEASE_MS);
  const [mail] = await db().$queryRaw<Claimed[]>`
    UPDATE mail SET tries = tries + 1, next_try_at = ${until}
    WHERE id = (
      SELECT id FROM mail WHERE status = 'waiting' AND next_try_at <= ${at}
      ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id::text, recipient, template, data, tries, created_at AS "createdAt", about`;
  return mail ?? null;
}

/** Only the process with the latest claim may record the result. */
const ours = ({ id, tries }: Claimed) => ({ id, tries, status: "waiting" });
const HEALTH = { where: { id: 1 }, select: { id: true } } as const;

/** Records that an e-mail was sent. Deletes its data, which is no longer needed and may contain a private link. */
export async function recordSent(mail: Claimed): Promise<void> {
  const at = new Date(now());
  const data = { status: "sent", settledAt: at, error: null, data: {} };
  await db().$transaction([
    db().mail.updateMany({ where: ours(mail), data }),
    db().mailHealth.update({ ...HEALTH, data: { lastSuccessAt: at } }),
  ]);
}

/** Records a failed attempt. The e-mail is tried again after a pause, or given up. Returns whether it was given up. */
export async function recordFailure(
  mail: Claimed,
  { isFinal, reason }: Pick<MailFailure, "isFinal" | "reason">,
  onGivenUp?: OnGivenUp,
): Promise<boolean> {
  const at = now();
  const nextTryAt = at + pauseAfter(mail.tries);
  const isOver = isFinal || mail.tries >= MAX_TRIES || nextTryAt > mail.createdAt.getTime() + MAX_AGE_MS;
  const data = isOver ? { status: "failed", settledAt: new Date(at), data: {} } : { nextTryAt: new Date(nextTryAt) };
  await inTransaction(async (tx) => {
    // First what the e-mail is about, then the e-mail: deleting an application locks them in this order too.
    if (isOver) await onGivenUp?.(tx, mail);
    await tx.mail.updateMany({ where: ours(mail), data: { ...data, error: reason } });
    await tx.mailHealth.update({ ...HEALTH, data: { lastErrorAt: new Date(at), lastError: reason } });
  });
  return isOver;
}

/** Returns an e-mail that was not sent before this process ends. Another process may send it at once. */
export async function returnMail(mail: Claimed): Promise<void> {
  await db().mail.updateMany({ where: ours(mail), data: { nextTryAt: new Date(now()) } });
}

function pauseAfter(tries: number): number {
  return (PAUSES_MINUTES[tries - 1] ?? Math.max(...PAUSES_MINUTES)) * MINUTE_MS;
}

export function deleteOldMail(tx: Db, maxRows: number): Promise<number> {
  const [sentEnd, unsentEnd] = [new Date(now() - SENT_MS), new Date(now() - UNSENT_MS)];
  return tx.$executeRaw`
    DELETE FROM mail WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM mail WHERE created_at < ${sentEnd} AND (status = 'sent' OR created_at < ${unsentEnd})
      ORDER BY created_at LIMIT ${maxRows}
    ))`;
}
