import "server-only";
import { type Db, db } from "../database/client";
import { addressBlocks } from "../http/client-address";
import { now } from "../process/clock";

export type WindowLimit = { subject: string; limit: number; windowSeconds: number };

/**
 * One for each block that the address is counted in; none for an unknown address, which all such clients would share.
 */
export function addressLimits(
  address: string,
  subjectOf: (block: string) => string,
  limit: number,
  windowSeconds: number,
): WindowLimit[] {
  if (address === "unknown") return [];
  return addressBlocks(address).map(({ block, factor }) => ({
    subject: subjectOf(block),
    limit: limit * factor,
    windowSeconds,
  }));
}

/** More than a charge can add, so the table does not grow. */
const MAX_SWEPT = 50;
const MAX_COUNT = 1_000_000_000;

/** What a refund needs, and how many events the window has now. */
export type Charge = { subject: string; count: number; until: Date };
type ChargeResult = { charges: Charge[] } | { retryAfterSeconds: number };

/**
 * Charges each of the limits, in order, until one refuses. PostgreSQL counts, for all processes together; each limit
 * takes a statement, so this is for rare events.
 */
export async function chargeAll(limits: readonly WindowLimit[]): Promise<ChargeResult> {
  await deleteEndedWindows(db(), MAX_SWEPT);
  return chargeWithin(db(), limits);
}

/**
 * Inside a transaction: a rollback undoes the charges. A charge waits for others of its subject, so all callers have to
 * charge kinds of subjects in the same order.
 */
export async function chargeWithin(tx: Db, limits: readonly WindowLimit[]): Promise<ChargeResult> {
  const charges: Charge[] = [];
  for (const limit of limits) {
    const charge = await chargeOne(tx, limit);
    // The earlier charges remain, so a refusal does not reveal how full a limit is.
    if (!charge) return { retryAfterSeconds: await secondsUntilEnd(tx, limit.subject) };
    charges.push(charge);
  }
  return { charges };
}

/** For an event that turns out not to count, such as a correct password. */
export async function refund(charges: readonly Charge[]): Promise<void> {
  for (const { subject, until } of charges) {
    await db().windowCount.updateMany({
      where: { subject, until, count: { gt: 0 } },
      data: { count: { decrement: 1 } },
    });
  }
}

/** Counts without limiting. Returns how many events the window has. */
export async function countUp(tx: Db, subject: string, windowSeconds: number): Promise<number> {
  return (await chargeOne(tx, { subject, windowSeconds, limit: MAX_COUNT }))?.count ?? MAX_COUNT;
}

/** Null if the window is full, which leaves it unchanged. */
async function chargeOne(tx: Db, { subject, limit, windowSeconds }: WindowLimit): Promise<Charge | null> {
  const time = new Date(now());
  const until = new Date(time.getTime() + windowSeconds * 1000);
  const [counted] = await tx.$queryRaw<{ count: number; until: Date }[]>`
    INSERT INTO window_counts AS old (subject, count, until) VALUES (${subject}, 1, ${until})
    ON CONFLICT (subject) DO UPDATE SET
      count = CASE WHEN old.until <= ${time} THEN 1 ELSE old.count + 1 END,
      until = CASE WHEN old.until <= ${time} THEN excluded.until ELSE old.until END
    WHERE old.until <= ${time} OR old.count < ${limit}
    RETURNING count, until`;
  return counted ? { subject, ...counted } : null;
}

async function secondsUntilEnd(tx: Db, subject: string): Promise<number> {
  const full = await tx.windowCount.findUnique({ where: { subject }, select: { until: true } });
  return Math.max(1, Math.ceil(((full?.until.getTime() ?? 0) - now()) / 1000));
}

export async function forgetWindow(tx: Db, subject: string): Promise<void> {
  await tx.windowCount.deleteMany({ where: { subject } });
}

/** Returns how many. */
export function deleteEndedWindows(tx: Db, maxRows: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM window_counts WHERE subject IN (
      SELECT subject FROM window_counts WHERE until <= ${new Date(now())}
      ORDER BY until LIMIT ${maxRows} FOR UPDATE SKIP LOCKED)`;
}
