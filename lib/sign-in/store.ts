import "server-only";
import { now } from "../clock";
import { db } from "../database/client";
import type { SignInLimit } from "./limits";

/** Most ended windows that one try deletes. It is more than one try can add, so the table does not grow. */
const MAX_SWEPT = 50;
const MAX_COUNT = 1_000_000_000;

/** A charge that was made, with what is needed to refund it. */
export type Charge = { subject: string; until: Date };

/**
 * Charges a try to each of the limits, in order, until one refuses. PostgreSQL counts, so the limits hold for all
 * processes together; it takes a statement for each limit, and tries are rare.
 * @returns the charges, or the seconds to wait
 */
export async function chargeAll(limits: readonly SignInLimit[]): Promise<Charge[] | { retryAfterSeconds: number }> {
  await deleteEndedWindows();
  const charges: Charge[] = [];
  for (const { subject, limit, windowSeconds } of limits) {
    const charged = await count(subject, windowSeconds, limit);
    // Earlier charges of a refused try stay, so refusals do not reveal how full a limit is.
    if (!charged) return { retryAfterSeconds: await secondsUntilEnd(subject) };
    charges.push({ subject, until: charged.until });
  }
  return charges;
}

/** Undoes the charges of a try that was not a wrong guess. */
export async function refund(charges: readonly Charge[]): Promise<void> {
  for (const { subject, until } of charges) {
    await db().signInCount.updateMany({
      where: { subject, until, count: { gt: 0 } },
      data: { count: { decrement: 1 } },
    });
  }
}

/** Counts an event without limiting it; returns the number of events in its window so far. */
export async function countUp(subject: string, windowSeconds: number): Promise<number> {
  return (await count(subject, windowSeconds, MAX_COUNT))?.count ?? MAX_COUNT;
}

/** Adds one to a window, or begins a new one. A full window stays unchanged; the result is then undefined. */
async function count(subject: string, windowSeconds: number, limit: number) {
  const time = new Date(now());
  const until = new Date(time.getTime() + windowSeconds * 1000);
  const [counted] = await db().$queryRaw<{ count: number; until: Date }[]>`
    INSERT INTO sign_in_counts AS old (subject, count, until) VALUES (${subject}, 1, ${until})
    ON CONFLICT (subject) DO UPDATE SET
      count = CASE WHEN old.until <= ${time} THEN 1 ELSE old.count + 1 END,
      until = CASE WHEN old.until <= ${time} THEN excluded.until ELSE old.until END
    WHERE old.until <= ${time} OR old.count < ${limit}
    RETURNING count, until`;
  return counted;
}

async function secondsUntilEnd(subject: string): Promise<number> {
  const full = await db().signInCount.findUnique({ where: { subject }, select: { until: true } });
  return Math.max(1, Math.ceil(((full?.until.getTime() ?? 0) - now()) / 1000));
}

async function deleteEndedWindows(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM sign_in_counts WHERE subject IN (
      SELECT subject FROM sign_in_counts WHERE until <= ${new Date(now())}
      ORDER BY until LIMIT ${MAX_SWEPT} FOR UPDATE SKIP LOCKED)`;
}
