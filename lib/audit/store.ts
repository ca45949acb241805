import "server-only";
import type { Db } from "../database/client";
import { LOCKS } from "../database/locks";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, DomainError } from "../domain";
import { encodeJson } from "../http/json";
import { type NewChange, record } from "./log-store";
import type { RecordedChanges, SettingAction } from "./schema";

/** `self` changes their own password or name, and the service acts only on its first start. */
export type Actor = { kind: "admin" | "self"; personId: string } | { kind: "operator" } | { kind: "service" };

export const OPERATOR: Actor = { kind: "operator" };

export const SERVICE: Actor = { kind: "service" };

export const authorOf = (actor: Actor): Author =>
  "personId" in actor ? { kind: "person", id: actor.personId } : actor;

/** What a command changes in a setting. */
type SettingChange = Pick<NewChange, "subject" | "subjectId"> & { action: SettingAction; fields?: RecordedChanges };

/**
 * Changes a setting and records who did, in one transaction. If `toChange` returns null, nothing changed and nothing is
 * recorded. These changes run one after another, so an admin who has just lost the right to one can no longer make it.
 * @throws DomainError forbidden when the actor has lost that right
 */
export async function audited<T>(
  actor: Actor,
  change: (tx: Transaction) => Promise<T>,
  toChange: (result: T) => SettingChange | null,
): Promise<T> {
  return inTransaction(async (tx) => {
    await lockAudited(tx);
    await requireActor(tx, actor);
    const result = await change(tx);
    const changed = toChange(result);
    if (changed) await record(tx, authorOf(actor), { fields: {}, ...changed });
    return result;
  });
}

/** Until the end of the transaction, other audited changes wait. Before any other lock. */
export async function lockAudited(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.auditedChange})`;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the members of `after` that differ from those of `before`, with dates as strings. */
export function fieldsOf(before: Values, after: Values): RecordedChanges {
  const recorded = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));
  const both = Object.entries(after).map(
    ([name, to]) => [name, { from: recorded(before[name]), to: recorded(to) }] as const,
  );
  return Object.fromEntries(both.filter(([, { from, to }]) => encodeJson(from) !== encodeJson(to)));
}

/** The actor must still be allowed to make changes. @throws DomainError forbidden */
async function requireActor(tx: Db, actor: Actor): Promise<void> {
  if (!("personId" in actor)) return;
  const where = { id: actor.personId, disabledAt: null, ...(actor.kind === "admin" && { role: "admin" }) };
  if ((await tx.user.count({ where })) === 0)
    throw new DomainError("forbidden", "You no longer have permission to do this");
}
