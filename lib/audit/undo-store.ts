import "server-only";
import { findTold, reverseAdoptions, scopesOf, WITHDRAWN } from "../adoptions/undo-store";
import { inTransaction, type Transaction } from "../database/transaction";
import { type Author, conflict, DomainError } from "../domain";
import { parseJson } from "../http/json";
import { restoreKey } from "../keys/store";
import { changePerson } from "../people/store";
import { CategoryChange, NewCategory } from "../pets/categories/schema";
import { changeCategory, createCategory, removeCategory } from "../pets/categories/store";
import { findUsed, removeLocked, USED } from "../pets/changes/record-store";
import { lockPets, reversePets } from "../pets/changes/undo-store";
import type { Scope } from "../scopes";
import { changeShelter } from "../shelter/store";
import { keysOf, mapValues } from "../values/objects";
import { changeSetOf, type StoredChange } from "./log-store";
import { NO_SET, RecordedChanges, type SetId } from "./schema";
import { type Actor, lockAudited } from "./store";

export type WantedUndo = {
  author: Author;
  id: SetId;
  /** Whether animals that were changed since keep what the set has changed, instead of being the reason to refuse. */
  onlyRest: boolean;
  /** Throws if the caller lacks the scope that the command needed. */
  requireScope(scope: Scope): void;
};

/**
 * Reverses everything that a change set did, or removes an animal that was added, as a new set, whose id it returns.
 * @throws DomainError not_found; conflict when something was changed since, an e-mail has told an applicant, or the set
 * is none that can be undone
 */
export function undoChangeSet({ id, ...wanted }: WantedUndo): Promise<bigint> {
  return inTransaction((tx) =>
    "set" in id ? undoSet(tx, { ...wanted, set: id.set }) : undoAddition(tx, { ...wanted, petId: id.addedPet }),
  );
}

type Undo = Omit<WantedUndo, "id">;

async function undoSet(tx: Transaction, { author, set, onlyRest, requireScope }: Undo & { set: bigint }) {
  const made = await tx.changeSet.findUnique({ where: { id: set }, select: { isFinal: true } });
  if (!made) throw new DomainError("not_found", NO_SET);
  const petIds = await petsOf(tx, set);
  const removed = await lockPets(tx, petIds);
  const all = await readChanges(tx, set);
  const [first] = all;
  if (!first) throw conflict("What this changed was deleted, so it can no longer be undone");
  if (petIds.length === 0) return undoSetting(tx, { author, set, requireScope }, first);
  for (const scope of scopesOf(all)) requireScope(scope);
  if (made.isFinal) throw conflict(WITHDRAWN);
  const told = await findTold(tx, set, all);
  const kept = new Map([
    ...told,
    ...(await findInUse(tx, all)),
    ...(await findLater(tx, set)),
    ...goneOf(all, removed),
  ]);
  const changes = all.filter(({ petId }) => !kept.has(petId));
  if (kept.size > 0 && !(onlyRest && changes.length > 0)) throw conflict(whyNot(kept, petIds.length));
  const { id } = await changeSetOf(tx, author, set);
  await reverseAdoptions(tx, author, set, changes);
  await reversePets(tx, author, changes);
  return id;
}

type Values = Readonly<Record<string, unknown>>;

/** How settings get their earlier values back. Others never do: nobody can give back a secret or a right unseen. */
const SETTINGS: Readonly<Record<string, (actor: Actor, id: string, earlier: Values) => Promise<unknown>>> = {
  "shelter.change": (actor, _, earlier) => changeShelter(actor, earlier),
  "key.change": restoreKey,
  "category.create": (actor, id) => removeCategory(actor, BigInt(id)),
  "category.change": (actor, id, earlier) => changeCategory(actor, BigInt(id), CategoryChange.parse(earlier)),
  "category.remove": (actor, id, earlier) => createCategory(actor, NewCategory.parse({ ...earlier, id: BigInt(id) })),
  "person.name": (actor, id, { name }) => changePerson(actor, id, { name: String(name) }),
};

async function undoSetting(
  tx: Transaction,
  { author, set, requireScope }: Omit<Undo, "onlyRest"> & { set: bigint },
  { subject, subjectId, action, fields }: StoredChange,
): Promise<bigint> {
  requireScope("admin");
  const restore = SETTINGS[action];
  if (!restore || author.kind !== "person") throw conflict("This can never be undone");
  await lockAudited(tx);
  const [later] = await tx.$queryRaw<{ field: string }[]>`
    SELECT field FROM changes, jsonb_object_keys(fields) AS field
    WHERE pet_id IS NULL AND subject = ${subject} AND subject_id = ${subjectId} AND set_id > ${set}
      AND field = ANY (${keysOf(fields)}::text[]) LIMIT 1`;
  if (later) throw conflict(`This was changed again since (${later.field}). Undo the later change first`);
  const { id } = await changeSetOf(tx, author, set);
  await restore(
    { kind: "admin", personId: author.id },
    subjectId,
    mapValues(fields, ({ from }) => from),
  );
  return id;
}

const REMOVED = "This animal is removed. Undo the removal first";

/** Why each of these animals keeps its changes. */
type Kept = ReadonlyMap<bigint, string>;

const goneOf = (changes: readonly StoredChange[], removed: ReadonlySet<bigint>): Kept =>
  new Map(
    changes
      .filter(({ subject, action, petId }) => subject === "pet" && action !== "removed" && removed.has(petId))
      .map(({ petId }) => [petId, REMOVED]),
  );

/** Of the animals that it added, those that somebody adopts or asks for. */
async function findInUse(tx: Transaction, changes: readonly StoredChange[]): Promise<Kept> {
  const added = changes.filter(({ action }) => action === "created").map(({ petId }) => petId);
  return new Map([...(await findUsed(tx, added))].map((petId) => [petId, USED]));
}

function whyNot(kept: Kept, count: number): string {
  const [[petId, why] = [0n, ""]] = kept;
  if (count === 1) return why;
  return `${kept.size} of ${count} animals were changed since, such as animal ${petId}`;
}

/** Removes an animal, if it is as it was added. */
async function undoAddition(tx: Transaction, { author, petId, requireScope }: Undo & { petId: bigint }) {
  requireScope("pets:write");
  if ((await lockPets(tx, [petId])).has(petId)) throw conflict(REMOVED);
  if ((await tx.pet.count({ where: { id: petId } })) === 0) throw new DomainError("not_found", NO_SET);
  const [changed] = await tx.$queryRaw<{ field: string }[]>`
    SELECT key AS field FROM changes, jsonb_each(fields) WHERE pet_id = ${petId} AND subject = 'pet'
    GROUP BY key HAVING (array_agg(value -> 'from' ORDER BY set_id))[1] <> (array_agg(value -> 'to' ORDER BY set_id DESC))[1]
    LIMIT 1`;
  if (changed) throw conflict(`This animal was changed since (${changed.field}). Undo the later change first`);
  const { id } = await changeSetOf(tx, author);
  await removeLocked(tx, author, [petId]);
  return id;
}

async function petsOf(tx: Transaction, set: bigint): Promise<bigint[]> {
  const rows = await tx.change.findMany({ where: { setId: set }, distinct: ["petId"], select: { petId: true } });
  return rows.flatMap(({ petId }) => petId ?? []);
}

async function readChanges(tx: Transaction, set: bigint): Promise<StoredChange[]> {
  const rows = await tx.$queryRaw<(Omit<StoredChange, "fields"> & { fields: string })[]>`
    SELECT subject, subject_id AS "subjectId", pet_id AS "petId", action, version, fields::text AS fields FROM changes
    WHERE set_id = ${set} ORDER BY pet_id, subject, subject_id`;
  return rows.map((row) => ({ ...row, fields: RecordedChanges.parse(parseJson(row.fields)) }));
}

/**
 * Finds later changes of the same fields, or of anything in an animal that was removed or restored. The status of an
 * order and that of its animal belong together, and an order that got an adopter was changed.
 */
async function findLater(tx: Transaction, set: bigint): Promise<Kept> {
  const rows = await tx.$queryRaw<{ petId: bigint; subject: string; fields: string[] }[]>`
    SELECT DISTINCT ON (later.pet_id) later.pet_id AS "petId", later.subject,
      ARRAY(SELECT jsonb_object_keys(later.fields)) AS fields
    FROM changes AS made JOIN changes AS later ON later.pet_id = made.pet_id AND later.set_id > made.set_id
    WHERE made.set_id = ${set} AND CASE
      WHEN (made.subject, made.subject_id) = (later.subject, later.subject_id)
        THEN made.fields = '{}' OR later.fields ?| ARRAY(SELECT jsonb_object_keys(made.fields))
          OR (made.subject = 'order' AND later.fields ? 'status')
      ELSE made.subject = 'order' AND (
        (later.subject = 'pet' AND made.fields ? 'status' AND later.fields ? 'status')
        OR (later.subject = 'application' AND later.fields #>> '{orderId,to}' = made.subject_id))
    END
    ORDER BY later.pet_id, later.set_id, later.subject DESC`;
  return new Map(
    rows.map(({ petId, subject, fields }) => {
      const what = [subject === "pet" ? "animal" : subject, ...fields].join(" ");
      return [petId, `This was changed again since (${what}). Undo the later change first`];
    }),
  );
}
