import "server-only";
import { now } from "../clock";
import { db } from "../database/client";
import type { SignInLimit } from "./limits";

/** Most windows that are over and are removed with one try: more than one try can add. */
const SWEPT = 50;

/** A charge that was made, as it takes to give it back. */
export type Charge = { subject: string; until: Date };

/**
 * Charges a try to each of the limits, in their order, until one refuses. PostgreSQL counts: one statement for each limit,
 * for all processes and machines together, and tries are rare.
 * @returns the charges, or how long to wait, in seconds
 */
export async function chargeAll(limits: readonly SignInLimit[]): Promise<Charge[] | { waitSeconds: number }> {
  await sweep();
  const charges: Charge[] = [];
  for (const { subject, limit, seconds } of limits) {
    const charged = await count(subject, seconds, limit);
    if (!charged) {
      // What was charged before stays: refused tries are no way to find out how full a limit is.
      return { waitSeconds: await waitOf(subject) };
    }
    charges.push({ subject, until: charged.until });
  }
  return charges;
}

/** Gives back what a try was charged: it turned out to be no failure. */
export async function giveBack(charges: readonly Charge[]): Promise<void> {
  for (const { subject, until } of charges) {
    await db().signInCount.updateMany({
      where: { subject, until, count: { gt: 0 } },
      data: { count: { decrement: 1 } },
    });
  }
}

/** Counts something that has no limit; returns the how manieth it is in its window. */
export async function countUp(subject: string, seconds: number): Promise<number> {
  return (await count(subject, seconds, MAX_COUNT))?.count ?? MAX_COUNT;
}

const MAX_COUNT = 1_000_000_000;

/** Adds one to a window, or begins a new one; undefined when the window is full, which changes nothing. */
async function count(subject: string, seconds: number, limit: number) {
  const time = new Date(now());
  const until = new Date(time.getTime() + seconds * 1000);
  const [counted] = await db().$queryRaw<{ count: number; until: Date }[]>`
    INSERT INTO sign_in_counts AS old (subject, count, until) VALUES (${subject}, 1, ${until})
    ON CONFLICT (subject) DO UPDATE SET
      count = CASE WHEN old.until <= ${time} THEN 1 ELSE old.count + 1 END,
      until = CASE WHEN old.until <= ${time} THEN excluded.until ELSE old.until END
    WHERE old.until <= ${time} OR old.count < ${limit}
    RETURNING count, until`;
  return counted;
}

async function waitOf(subject: string): Promise<number> {
  const full = await db().signInCount.findUnique({ where: { subject }, select: { until: true } });
  return Math.max(1, Math.ceil(((full?.until.getTime() ?? 0) - now()) / 1000));
}

/** Removes windows that are over, so that the table holds little more than the last quarter of an hour. */
async function sweep(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM sign_in_counts WHERE subject IN (
      SELECT subject FROM sign_in_counts WHERE until <= ${new Date(now())}
      ORDER BY until LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`;
}
