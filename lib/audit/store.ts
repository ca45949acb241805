import "server-only";
import { type Db, db } from "../db";
import type { Action } from "./schema";

/** Most lines that one listing shows. */
const MAX_LISTED = 200;

/** Who acts: a member of staff, or whoever sits at the machine. */
export type Actor = { userId: string } | "command line";

/** What is written down: `subject` is the id of a key or the address of a person, `details` what was changed to what. */
type Line = {
  action: Action;
  subject: string;
  /** Never a secret. */
  details?: Record<string, string | number | boolean | string[]>;
};

/** Makes a change and writes down who made it, in one transaction: never one without the other. */
export async function audited<T>(
  actor: Actor,
  change: (on: Db) => Promise<T>,
  toLine: (result: T) => Line,
): Promise<T> {
  return db().$transaction(async (on) => {
    const result = await change(on);
    const { action, subject, details = {} } = toLine(result);
    await on.auditEntry.create({ data: { actor: await nameOf(actor, on), action, subject, details } });
    return result;
  });
}

async function nameOf(actor: Actor, on: Db): Promise<string> {
  if (actor === "command line") return actor;
  const user = await on.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { email: true } });
  return user.email;
}

/** Lists what was changed, newest first. */
export async function listAudit() {
  const rows = await db().auditEntry.findMany({ orderBy: { id: "desc" }, take: MAX_LISTED });
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), details: row.details as Record<string, unknown> }));
}
