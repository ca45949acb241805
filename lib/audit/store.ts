import "server-only";
import { type Db, db } from "../database/client";
import { LOCKS } from "../database/locks";
import { inTransaction, type Transaction } from "../database/transaction";
import { DomainError } from "../domain";
import { oldBefore } from "../process/clock";
import { settings } from "../process/settings";
import { readPage } from "../values/cursor";
import type { ListAuditQuery } from "./list-query";
import { type Action, AuditAction, AuditDetails, type AuditPage, actionsAbout } from "./schema";

/** `self` changes their own password or name, and the service acts only on its first start. */
export type Actor = { kind: "admin" | "self"; personId: string } | { kind: "operator" } | { kind: "service" };

export const OPERATOR: Actor = { kind: "operator" };

export const SERVICE: Actor = { kind: "service" };

const NAMES = { operator: "command line", service: "first start" } as const;

type RecordedValue = string | number | boolean | null;
type RecordedChanges = Record<string, { from: RecordedValue; to: RecordedValue }>;

/**
 * An entry to record. `subject` is the id of a key or an application, the e-mail address of a person, or the name of
 * the shelter.
 */
type NewEntry = {
  action: Action;
  subject: string;
  /** Never a secret. */
  details?: Record<string, string | number | boolean | string[] | RecordedChanges>;
};

/**
 * Makes a change and records who made it, in one transaction. If `toEntry` returns null, nothing changed and nothing is
 * recorded. Changes run one after another, so an admin who has just lost the right to a change can no longer make it.
 * @throws DomainError forbidden when the actor has lost that right
 */
export async function audited<T>(
  actor: Actor,
  change: (tx: Db) => Promise<T>,
  toEntry: (result: T) => NewEntry | null,
): Promise<T> {
  return inTransaction(async (tx) => {
    await lockAudited(tx);
    const name = await requireActor(tx, actor);
    const result = await change(tx);
    const entry = toEntry(result);
    if (entry) await tx.auditEntry.create({ data: { actor: name, details: {}, ...entry } });
    return result;
  });
}

/** Until the end of the transaction, other audited changes wait. Before any other lock. */
export async function lockAudited(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.auditedChange})`;
}

type Values = Readonly<Record<string, RecordedValue | Date | undefined>>;

export function changedDetails(before: Values, after: Values, changed: readonly string[]) {
  const recorded = (value: Values[string]): RecordedValue =>
    value instanceof Date ? value.toISOString() : (value ?? null);
  const changes = changed.map((name) => [name, { from: recorded(before[name]), to: recorded(after[name]) }] as const);
  return { changed: [...changed], changes: Object.fromEntries(changes) };
}

/** Records an event that is not an audited change, such as a sign-in; in `tx` if it is given. */
export async function recordAudit(entry: Required<NewEntry> & { actor: string }, tx: Db = db()): Promise<void> {
  await tx.auditEntry.create({ data: entry });
}

/** Returns the name of an actor, who must still be allowed to make changes. @throws DomainError forbidden */
async function requireActor(tx: Db, actor: Actor): Promise<string> {
  if (actor.kind === "operator" || actor.kind === "service") return NAMES[actor.kind];
  const { kind, personId } = actor;
  const where = { id: personId, disabledAt: null, ...(kind === "admin" && { role: "admin" }) };
  const person = await tx.user.findFirst({ where, select: { email: true } });
  if (!person) throw new DomainError("forbidden", "You no longer have permission to do this");
  return person.email;
}

/** Lists the audit, newest first. Uses keyset paging, so new entries do not move other pages. */
export async function listAudit(query: ListAuditQuery): Promise<AuditPage> {
  const filter = filterOf(query);
  const { entries, ...page } = await readPage(query, {
    read: ({ direction, id, count }) =>
      db().auditEntry.findMany({
        where: { ...filter, id: direction === "newer" ? { gte: id } : { lte: id } },
        orderBy: { id: direction === "newer" ? "asc" : "desc" },
        take: count,
      }),
    idOf: ({ id }) => id,
  });
  const names = await keyNames(entries);
  const toEntry = (row: (typeof entries)[number]) => ({
    ...row,
    at: row.at.toISOString(),
    action: AuditAction.parse(row.action),
    keyName: names.get(row.subject) ?? null,
    details: AuditDetails.parse(row.details),
  });
  return { entries: entries.map(toEntry), ...page };
}

function filterOf({ actor, about, from, until }: ListAuditQuery) {
  const at = {
    ...(from !== undefined && { gte: new Date(from) }),
    ...(until !== undefined && { lt: new Date(until) }),
  };
  return {
    ...(actor !== undefined && { actor }),
    ...(about !== undefined && { action: { in: [...about].flatMap(actionsAbout) } }),
    ...((from ?? until) !== undefined && { at }),
  };
}

/** Returns the names of the keys among the subjects, by id. Keys are never deleted. */
async function keyNames(entries: readonly { action: string; subject: string }[]): Promise<Map<string, string>> {
  const ids = new Set(entries.filter(({ action }) => action.startsWith("key.")).map(({ subject }) => subject));
  if (ids.size === 0) return new Map();
  const keys = await db().apiKey.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
  return new Map(keys.map(({ id, name }) => [id, name]));
}

/** Deletes up to `maxRows` entries older than AUDIT_DAYS, and returns how many. */
export async function deleteOldAudit(tx: Db, maxRows: number): Promise<number> {
  const end = oldBefore(settings().AUDIT_DAYS);
  if (end === null) return 0;
  return tx.$executeRaw`
    DELETE FROM audit WHERE ctid = ANY (ARRAY(SELECT ctid FROM audit WHERE at < ${end} ORDER BY at LIMIT ${maxRows}))`;
}
