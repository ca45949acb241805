import "server-only";
import { type BegunSet, beginSet, begunSet, type Transaction } from "../database/transaction";
import { type Author, authorText } from "../domain";
import { encodeJson } from "../http/json";
import { forgetAnswers } from "../idempotency/store";
import { now, oldBefore } from "../process/clock";
import { settings } from "../process/settings";
import type { ChangeAction, RecordedChanges, SettingAction, Subject } from "./schema";

/** What one command changed in one subject. */
export type NewChange = {
  subject: Subject;
  subjectId: bigint | string;
  /** Settings have none. */
  petId?: bigint;
  action: ChangeAction | SettingAction;
  fields: RecordedChanges;
  /** The version of an animal after the change. */
  version?: bigint;
  /** When it took place, if that was not now. */
  at?: Date | null;
};

/**
 * Returns the change set of a transaction, which this begins if there is none. Lock what changes first: the numbers of
 * the sets are the order in which a subject was changed.
 */
export async function changeSetOf(tx: Transaction, author: Author, undoes: bigint | null = null): Promise<BegunSet> {
  const begun = begunSet(tx);
  if (begun) return begun;
  const at = new Date(now());
  const { id } = await tx.changeSet.create({ data: { author: authorText(author), undoes, at }, select: { id: true } });
  beginSet(tx, { id, at });
  return { id, at };
}

/** Adds changes to the set of the transaction. Lock their subjects first. */
export async function record(tx: Transaction, author: Author, ...changes: readonly NewChange[]): Promise<void> {
  const { id, at: setAt } = await changeSetOf(tx, author);
  const rows = changes.map(({ at, ...change }) => ({ ...change, at: at?.toISOString() ?? null }));
  await tx.$executeRaw`
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, version, at)
    SELECT ${id}, "petId", subject, "subjectId", action, fields, version, coalesce(at, ${setAt})
    FROM jsonb_to_recordset(${encodeJson(rows)}::jsonb) AS recorded
      ("petId" bigint, subject text, "subjectId" text, action text, fields jsonb, version bigint, at timestamptz)`;
}

export type StoredChange = {
  subject: Subject;
  subjectId: string;
  petId: bigint;
  action: string;
  fields: RecordedChanges;
  version: bigint | null;
};

/** Returns the fields with their earlier values as the new ones, and the reverse. */
export const inverseOf = (fields: RecordedChanges): RecordedChanges =>
  Object.fromEntries(Object.entries(fields).map(([field, { from, to }]) => [field, { from: to, to: from }]));

/**
 * Deletes what was recorded of these applications, and the stored answers about them. Leaves their sets. That of a
 * withdrawal could no longer be told from that of a cancelled order, so it is marked as final.
 */
export async function forgetApplications(tx: Transaction, applications: readonly { id: string; petId: bigint }[]) {
  const ids = applications.map(({ id }) => id);
  const deleted = await tx.$queryRaw<{ set: bigint }[]>`
    WITH deleted AS (
      DELETE FROM changes WHERE subject = 'application'
        AND pet_id = ANY (${applications.map(({ petId }) => petId)}::bigint[]) AND subject_id = ANY (${ids}::text[])
      RETURNING set_id, fields #>> '{status,to}' AS status
    ), marked AS (
      UPDATE change_sets SET is_final = true WHERE id IN (SELECT set_id FROM deleted WHERE status = 'withdrawn')
    )
    SELECT set_id AS set FROM deleted`;
  await forgetAnswers(
    tx,
    ids,
    deleted.map(({ set }) => set),
  );
}

/** Deletes up to `maxRows` changes of settings that are older than AUDIT_DAYS, with their sets. Returns how many. */
export async function deleteOldSettings(tx: Transaction, maxRows: number): Promise<number> {
  const end = oldBefore(settings().AUDIT_DAYS);
  if (end === null) return 0;
  return tx.$executeRaw`
    WITH old AS (SELECT set_id FROM changes WHERE pet_id IS NULL AND at < ${end} ORDER BY set_id LIMIT ${maxRows}),
      sets AS (DELETE FROM change_sets WHERE id IN (SELECT set_id FROM old))
    DELETE FROM changes WHERE set_id IN (SELECT set_id FROM old)`;
}
