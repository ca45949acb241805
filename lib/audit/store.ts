import "server-only";
import { type Db, db } from "../database/client";
import { inTransaction } from "../database/transaction";
import { DomainError } from "../domain-error";
import { oldBefore } from "../retention";
import { settings } from "../settings";
import type { Action } from "./schema";

/** Most lines that one listing shows. */
const MAX_LISTED = 200;

/** Advisory lock that makes audited changes happen one after another. They are rare. */
const CHANGES_LOCK = 7_305_010;

/** Who acts: an admin, somebody on their own account, whoever sits at the machine, or the service when it is new. */
export type Actor = { personId: string; as: "admin" | "self" } | "command line" | "first start";

/** What is written down: `subject` is the id of a key or the address of a person, `details` what was changed to what. */
type Line = {
  action: Action;
  subject: string;
  /** Never a secret. */
  details?: Record<string, string | number | boolean | string[]>;
};

/**
 * Makes a change and writes down who made it, in one transaction: never one without the other, and no line where nothing
 * had to be changed. Changes wait for each other, so an admin who loses the right to a change while its request is under
 * way cannot make it any more.
 * @throws DomainError forbidden when the actor has lost that right
 */
export async function audited<T>(
  actor: Actor,
  change: (on: Db) => Promise<T>,
  toLine: (result: T) => Line | null,
): Promise<T> {
  return inTransaction(async (on) => {
    await on.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGES_LOCK})`;
    const name = await nameOf(actor, on);
    const result = await change(on);
    const line = toLine(result);
    if (line) await on.auditEntry.create({ data: { actor: name, details: {}, ...line } });
    return result;
  });
}

/** Writes down what happened without a change to go with it, such as a sign-in. */
export async function recordAudit(line: Required<Line> & { actor: string }): Promise<void> {
  await db().auditEntry.create({ data: line });
}

async function nameOf(actor: Actor, on: Db): Promise<string> {
  if (typeof actor === "string") return actor;
  const { personId, as } = actor;
  const found = { id: personId, disabledAt: null, ...(as === "admin" && { role: "admin" }) };
  const user = await on.user.findFirst({ where: found, select: { email: true } });
  if (!user) throw new DomainError("forbidden", "You may not do this any more");
  return user.email;
}

/** Lists what was changed, newest first. */
export async function listAudit() {
  const rows = await db().auditEntry.findMany({ orderBy: { id: "desc" }, take: MAX_LISTED });
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), details: row.details as Record<string, unknown> }));
}

/** Deletes at most so many lines from before AUDIT_DAYS; returns how many there were. */
export async function deleteOldAudit(most: number, on: Db): Promise<number> {
  const end = oldBefore(settings().AUDIT_DAYS);
  if (end === null) return 0;
  return on.$executeRaw`
    DELETE FROM audit WHERE ctid = ANY (ARRAY(SELECT ctid FROM audit WHERE at < ${end} ORDER BY at LIMIT ${most}))`;
}
