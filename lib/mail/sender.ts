import "server-only";
import * as z from "zod/mini";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Job, settleJob } from "../jobs/store";
import { JobError, type JobKind } from "../jobs/worker";
import { now } from "../process/clock";
import { settings } from "../process/settings";
import { readShelter } from "../shelter/store";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../values/time";
import { deliver, failureOf } from "./smtp";
import { MAIL_JOB } from "./store";
import { composeMessage, contentOf } from "./templates";

/** How long sending one e-mail may take. */
const TIMEOUT_MS = MINUTE_MS;
const HEALTH = { where: { id: 1 }, select: { id: true } } as const;

/** The consequences of giving up an e-mail, in the transaction that records it. */
type OnGivenUp = (tx: Transaction, mail: Job) => Promise<void>;

/** Sends what `enqueueMail` has written. */
export const mailJobs = (onGivenUp?: OnGivenUp, timeoutMs = TIMEOUT_MS): JobKind => ({
  kind: MAIL_JOB,
  async run(mail, { signal }) {
    await send(mail, timeoutMs, signal);
    await inTransaction(async (tx) => {
      await tx.mailHealth.update({ ...HEALTH, data: { lastSuccessAt: new Date(now()) } });
      await settleJob(mail, "done", {}, tx);
    });
  },
  async onFailure(tx, mail, reason, isOver) {
    if (isOver) await onGivenUp?.(tx, mail);
    await tx.mailHealth.update({ ...HEALTH, data: { lastErrorAt: new Date(now()), lastError: reason } });
  },
  pausesMs: [1, 2, 4, 8, 15, 30, 60].map((minutes) => minutes * MINUTE_MS),
  // Its age ends it sooner, unless the attempts crash the process.
  maxTries: 90,
  maxAgeMs: 3 * DAY_MS,
  pollMs: 30 * SECOND_MS,
});

const Stored = z.object({ to: z.string(), data: z.unknown() });

/** @throws JobError when it is not sent */
async function send({ id, data: stored, template, createdAt }: Job, timeoutMs: number, signal: AbortSignal) {
  const { to, data } = Stored.parse(stored);
  const shelter = await readShelter();
  const content = contentOf(template ?? "", data, shelter, createdAt);
  if (!content) throw new JobError("this version has no such template, or other data for it", true);
  const from = { shelter: shelter.name, telephone: shelter.telephone, site: settings().SITE_URL ?? "" };
  try {
    await deliver({ id, createdAt, to, message: composeMessage(content, from), shelter }, timeoutMs, signal);
  } catch (error) {
    throw failureOf(error);
  }
}
