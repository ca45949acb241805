import "server-only";
import { type Db, db } from "../database/client";
import { pool } from "../database/pool";
import { joinedTransaction } from "../database/transaction";
import { DomainError, parseAuthor } from "../domain";
import { parseJson } from "../http/json";
import { CARE_FIELDS } from "../pets/care/schema";
import type { Listed } from "../values/cursor";
import { shownName } from "../values/person-name";
import { INT64_MAX } from "../values/schemas";
import { type Cut, cutText, type ListChangesQuery } from "./list-query";
import {
  type ChangeSet,
  type ChangeSubject,
  type ListedChange,
  MAX_LISTED_CHANGES,
  NO_SET,
  RecordedChanges,
  type SettingChange,
  type ShownActor,
  shownChanges,
  withoutFields,
} from "./schema";

export type ShownActorOf = (author: string | null) => ShownActor;

/** Looks up stored authors (lib/domain.ts), with their current names. Null is unknown. */
export async function readShownActors(authors: readonly (string | null)[], tx: Db = db()): Promise<ShownActorOf> {
  const rows = await tx.$queryRaw<{ author: string; key: string | null; name: string; email: string }[]>`
    SELECT author, keys.name AS key, users.name, email FROM unnest(${[...new Set(authors)]}::text[]) AS named (author)
    LEFT JOIN keys ON author LIKE 'key:%' AND keys.id = substr(author, 5)
    LEFT JOIN users ON author LIKE 'person:%' AND users.id = substr(author, 8)
    WHERE keys.id IS NOT NULL OR users.id IS NOT NULL`;
  const names = new Map(rows.map(({ author, key, ...person }) => [author, key ?? shownName(person)]));
  return (text) => ({ kind: text === null ? "unknown" : parseAuthor(text).kind, name: names.get(text ?? "") ?? null });
}

/** A set, or the addition of an animal with its id and its name. */
type Entry = { id: string; at: Date; author: string | null; petName?: string };

/** How many additions are searched for those of one author: an index of authors would slow down every addition. */
const SEARCHED_ADDITIONS = 10_000;

/** The addition of each animal, also of one that was removed. It has the id of its animal. */
const ADDITIONS = `(
  SELECT id, created_at AS at, created_by AS author, name AS "petName" FROM pets
  UNION ALL SELECT id, created_at, created_by, name FROM removed_pets
)`;

/** Which sets are about a subject, by their changes. */
const CONDITIONS: Readonly<Record<ChangeSubject, string>> = {
  // Each of these has an index.
  pets: "subject = 'pet'",
  applications: "subject = 'application'",
  orders: "(subject = 'order' OR fields ? 'adopter')",
  settings: "pet_id IS NULL",
  keys: "pet_id IS NULL AND subject = 'key'",
  people: "pet_id IS NULL AND subject = 'person'",
  shelter: "pet_id IS NULL AND subject = 'shelter'",
  mail: "pet_id IS NULL AND subject = 'mail'",
};

/**
 * Lists change sets, and among them by their times the additions of animals, which have none, newest first. Sets of which
 * nothing is left are left out. A page ends at a cut through both, so nothing is missed or repeated.
 */
export async function listChanges({ cursor, limit, ...wanted }: ListChangesQuery): Promise<Listed<ChangeSet>> {
  const cut: Cut = cursor ?? { direction: "older", set: INT64_MAX, addition: INT64_MAX };
  // One more than the page holds shows whether the list continues.
  const sets = await readEntries(wanted, setsStatement(wanted, cut, limit + 1));
  const hasAdditions = wanted.about === undefined || wanted.about === "pets";
  const additions = hasAdditions ? await readEntries(wanted, additionsStatement(wanted, cut, limit + 1)) : [];
  const isOlder = cut.direction === "older";
  const { entries, end } = takePage(cut, limit, sets, additions);
  const ahead = sets.length + additions.length > 0 ? cutText(end) : null;
  const behind = cursor ? cutText({ ...cursor, direction: isOlder ? "newer" : "older" }) : null;
  const listed = await readSets(isOlder ? entries : entries.toReversed());
  const page = isOlder ? { next: ahead, prev: behind } : { next: behind, prev: ahead };
  return { data: listed.filter(({ count }) => count > 0), page };
}

/** Takes the first entries of both lists, in the direction of the cut, and returns the cut behind them. */
function takePage(cut: Cut, limit: number, sets: Entry[], additions: Entry[]): { entries: Entry[]; end: Cut } {
  const isOlder = cut.direction === "older";
  const entries: Entry[] = [];
  const end = { ...cut };
  while (entries.length < limit) {
    const [set, addition] = [sets[0], additions[0]];
    const isAddition = addition && (!set || (isOlder ? addition.at > set.at : addition.at <= set.at));
    const next = isAddition ? additions.shift() : sets.shift();
    if (!next) break;
    entries.push(next);
    end[isAddition ? "addition" : "set"] = BigInt(next.id) - (isOlder ? 1n : 0n);
  }
  return { entries, end };
}

/** What the reader of a history may see. */
export type Sight = { seesOrders: boolean; seesApplications: boolean; seesCare: boolean };

/** Why an animal came back may name its adopter. */
export const unseenFields = ({ seesOrders, seesCare }: Sight): string[] => [
  ...(seesOrders ? [] : ["returnReason"]),
  ...(seesCare ? [] : CARE_FIELDS),
];

/**
 * Reads one set. Applications and their applicants are only for those who may read them, and so are some fields.
 * @throws DomainError not_found
 */
export async function readChangeSet(id: bigint, sight: Sight): Promise<ChangeSet> {
  const { seesApplications } = sight;
  const found = await reader().changeSet.findUnique({ where: { id }, select: { at: true, author: true } });
  const [set] = await readSets(found ? [{ id: String(id), ...found }] : []);
  if (!set) throw new DomainError("not_found", NO_SET);
  const seen = set.changes.filter(({ subject }) => seesApplications || subject !== "application");
  const changes = seen.map((change) => {
    if (!("petId" in change)) return change;
    const changes = withoutFields(change.changes, unseenFields(sight));
    return { ...change, application: seesApplications ? change.application : null, changes };
  });
  return { ...set, changes };
}

/** What a command has changed is read before its transaction is committed. */
const reader = () => joinedTransaction() ?? db();

async function readSets(entries: readonly Entry[]): Promise<ChangeSet[]> {
  const sets = entries.filter(({ petName }) => petName === undefined).map(({ id }) => id);
  const rows = await reader().$queryRawUnsafe<ChangeRow[]>(CHANGED, sets, MAX_LISTED_CHANGES);
  const changes = rows.map(({ fields, ...row }) => ({ ...row, changes: RecordedChanges.parse(parseJson(fields)) }));
  const people = changes.flatMap(({ changes: fields }) => handlersOf(fields));
  const shownActorOf = await readShownActors([...entries.map(({ author }) => author), ...people]);
  const bySet = Map.groupBy(changes, ({ set }) => set);
  return entries.map((entry): ChangeSet => {
    const { id, petName, author } = entry;
    const made = { at: entry.at.toISOString(), actor: shownActorOf(author) };
    if (petName !== undefined)
      return { id: `pet-${id}`, ...made, changes: [additionOf(BigInt(id), petName)], count: 1 };
    const own = bySet.get(id) ?? [];
    return {
      id,
      ...made,
      changes: own.map((row) => toChange(row, author, shownActorOf)),
      count: Number(own[0]?.count ?? 0),
    };
  });
}

type Wanted = Pick<ListChangesQuery, "about" | "actor" | "petId" | "from">;
type Statement = { text: string; values: unknown[] };

const ORDERS = {
  older: { from: "<= $1::bigint", order: "DESC" },
  newer: { from: "> $1::bigint", order: "ASC" },
} as const;

/** Returns the statement that reads sets from a cut on. */
export function setsStatement({ about, actor, petId }: Wanted, { direction, set }: Cut, count: number): Statement {
  const values: unknown[] = [String(set), count];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { from, order } = ORDERS[direction];
  const byAuthor = actor === undefined ? "" : ` AND author = ${parameter(actor)}`;
  const ofPet = petId === undefined ? [] : [`pet_id = ${parameter(String(petId))}::bigint`];
  const ofSubject = [...(about ? [CONDITIONS[about]] : []), ...ofPet];
  // Most sets are about animals, so they are walked. Others are looked up.
  const areMost = petId === undefined && (about ?? "pets") === "pets";
  const text = areMost
    ? `SELECT id, at, author FROM change_sets WHERE id ${from}${byAuthor} AND EXISTS (
           SELECT FROM changes WHERE ${["set_id = change_sets.id", ...ofSubject].join(" AND ")}) ORDER BY id ${order} LIMIT $2`
    : `SELECT id, change_sets.at, author FROM (
           SELECT DISTINCT set_id AS id FROM changes
           WHERE set_id ${from} AND ${ofSubject.join(" AND ")} ORDER BY set_id ${order}
         ) AS changed JOIN change_sets USING (id) WHERE true${byAuthor} ORDER BY id ${order} LIMIT $2`;
  return { text, values };
}

/** Returns the statement that reads additions from a cut on. */
export function additionsStatement({ actor, petId }: Wanted, { direction, addition }: Cut, count: number): Statement {
  const values: unknown[] = [String(addition), count];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { from, order } = ORDERS[direction];
  const ofPet = petId === undefined ? "" : ` AND id = ${parameter(String(petId))}::bigint`;
  const near = `SELECT * FROM ${ADDITIONS} AS listed WHERE id ${from}${ofPet} ORDER BY id ${order} LIMIT`;
  if (actor === undefined) return { text: `${near} $2`, values };
  const text = `SELECT * FROM (${near} ${SEARCHED_ADDITIONS}) AS near WHERE author = ${parameter(actor)}
    ORDER BY id ${order} LIMIT $2`;
  return { text, values };
}

async function readEntries({ from }: Wanted, statement: Statement): Promise<Entry[]> {
  const { rows } = await pool().query<Entry>(statement);
  // Ids grow with time, so the first one that is too old ends the list: nothing behind it has to be read.
  const first = from === undefined ? null : new Date(from);
  return first === null ? rows : rows.filter(({ at }) => at >= first);
}

type ChangeRow = {
  set: string;
  subject: string;
  subjectId: string;
  action: string;
  fields: string;
  petId: bigint | null;
  petName: string | null;
  applicationId: string | null;
  applicant: string | null;
  name: string | null;
  email: string | null;
  count: bigint;
};

/** The changes of these sets, up to $2 of each: animals first, then orders. */
const CHANGED = `
  SELECT set_id::text AS set, subject, subject_id AS "subjectId", action, fields::text, pet_id AS "petId",
    coalesce(pets.name, removed_pets.name) AS "petName", applications.id::text AS "applicationId",
    applications.name AS applicant, coalesce(keys.name, users.name, categories.name) AS name, email, count
  FROM unnest($1::bigint[]) AS listed (id)
  CROSS JOIN LATERAL (
    SELECT *, count(*) OVER () AS count,
      row_number() OVER (ORDER BY subject = 'application', subject = 'order', pet_id, subject_id) AS place
    FROM changes WHERE set_id = listed.id ORDER BY place LIMIT $2
  ) AS changed
  LEFT JOIN pets ON pets.id = pet_id LEFT JOIN removed_pets ON removed_pets.id = pet_id
  LEFT JOIN LATERAL (
    SELECT id, name FROM applications
    WHERE CASE subject WHEN 'application' THEN applications.id = subject_id::uuid
      WHEN 'order' THEN applications.order_id = subject_id::bigint END
  ) AS applications ON subject IN ('order', 'application')
  LEFT JOIN keys ON subject = 'key' AND keys.id = subject_id
  LEFT JOIN users ON subject = 'person' AND users.id = subject_id
  LEFT JOIN categories ON categories.id = CASE subject WHEN 'category' THEN subject_id::bigint END
  ORDER BY place`;

const additionOf = (petId: bigint, petName: string): ListedChange => ({
  subject: "pet",
  action: "created",
  petId,
  petName,
  application: null,
  byHandler: false,
  changes: {},
});

function toChange(
  { subject, subjectId, action, petId, petName, applicationId, applicant, name, email, changes }: ParsedRow,
  author: string | null,
  shownActorOf: ShownActorOf,
): ListedChange | SettingChange {
  // The log has only subjects and actions of these types.
  if (petId === null) {
    const named = email === null ? name : shownName({ name: name ?? "", email });
    return { subject, subjectId, action, name: named, email, changes } as SettingChange;
  }
  const shown = shownChanges(changes);
  return {
    ...{ subject, action, petId, petName },
    application: applicationId === null ? null : { id: applicationId, name: applicant ?? "" },
    byHandler: author !== null && handlersOf(shown).at(-1) === author,
    changes: withHandlerNames(shown, shownActorOf),
  } as ListedChange;
}

type ParsedRow = Omit<ChangeRow, "fields"> & { changes: RecordedChanges };

/** Who handled an application before and after a change, as stored. */
export function handlersOf({ handledBy }: RecordedChanges): string[] {
  return [handledBy?.from, handledBy?.to].filter((value) => typeof value === "string");
}

/** Names them, as far as they are still known. */
export function withHandlerNames<C extends RecordedChanges>(changes: C, shownActorOf: ShownActorOf): C {
  const { handledBy } = changes;
  if (!handledBy) return changes;
  const nameOf = (value: unknown) => (typeof value === "string" ? (shownActorOf(value).name ?? value) : null);
  return { ...changes, handledBy: { from: nameOf(handledBy.from), to: nameOf(handledBy.to) } };
}
