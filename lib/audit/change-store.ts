import "server-only";
import { db } from "../database/client";
import { pool } from "../database/pool";
import { joinedTransaction } from "../database/transaction";
import { DomainError, parseAuthor, personIdOf } from "../domain";
import { parseJson } from "../http/json";
import { type PageRange, readPage } from "../values/cursor";
import { shownName } from "../values/person-name";
import type { ListChangesQuery } from "./list-query";
import {
  type ChangeAction,
  type ChangeSet,
  type ChangeSubject,
  type ChangesPage,
  type ListedChange,
  MAX_LISTED_CHANGES,
  NO_SET,
  RecordedChanges,
  type ShownActor,
  type Subject,
  shownChanges,
} from "./schema";

/** Looks up stored authors (lib/domain.ts), with their current names. Null is unknown. */
export async function readShownActors(
  authors: readonly (string | null)[],
): Promise<(author: string | null) => ShownActor> {
  const ids = { key: new Set<string>(), person: new Set<string>() };
  for (const text of authors) {
    const author = text === null ? null : parseAuthor(text);
    if (author && "id" in author) ids[author.kind].add(author.id);
  }
  const select = { id: true, name: true } as const;
  const [keys, people] = await Promise.all([
    ids.key.size > 0 ? db().apiKey.findMany({ where: { id: { in: [...ids.key] } }, select }) : [],
    ids.person.size > 0
      ? db().user.findMany({ where: { id: { in: [...ids.person] } }, select: { ...select, email: true } })
      : [],
  ]);
  const names = {
    key: namesOf(keys),
    person: namesOf(people.map(({ id, ...person }) => ({ id, name: shownName(person) }))),
  };
  return (text) => {
    const author = text === null ? null : parseAuthor(text);
    const name = author && "id" in author ? names[author.kind].get(author.id) : undefined;
    return { kind: author?.kind ?? "unknown", name: name ?? null };
  };
}

function namesOf(rows: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type SetRow = { id: string; at: Date; author: string | null };

/** How many additions are searched for those of one author: an index of authors would slow down every addition. */
const SEARCHED_ADDITIONS = 10_000;

/** The addition of each animal, also of one that was removed. It has the id of its animal. */
const ADDITIONS = `(
  SELECT id, created_at AS at, created_by AS author FROM pets
  UNION ALL SELECT id, created_at, created_by FROM removed_pets
)`;

/** Which sets are about a subject, by their changes. Each has an index. */
const CONDITIONS: Readonly<Record<Exclude<ChangeSubject, "additions">, string>> = {
  pets: "subject = 'pet'",
  applications: "subject = 'application'",
  orders: "(subject = 'order' OR fields ? 'adopter')",
};

/** Lists change sets, or additions, newest first, with keyset paging by id. Those of which nothing is left are left out. */
export async function listChanges(query: ListChangesQuery): Promise<ChangesPage> {
  const { entries, ...page } = await readPage<SetRow>(query, {
    read: (range) => readRange(query, range),
    idOf: ({ id }) => BigInt(id),
  });
  const sets = await readSets(entries, query.about === "additions" ? ADDED : CHANGED);
  return { sets: sets.filter(({ count }) => count > 0), ...page };
}

/** What the reader of a change set may see. */
type Sight = { seesOrders: boolean; seesApplications: boolean };

/** Reads one set. Applications and their applicants are only for those who may read them, and so is why an animal came back. */
export async function readChangeSet(id: bigint, { seesOrders, seesApplications }: Sight): Promise<ChangeSet> {
  const found = await reader().changeSet.findUnique({ where: { id }, select: { at: true, author: true } });
  const [set] = await readSets(found ? [{ id: String(id), ...found }] : [], CHANGED);
  if (!set) throw new DomainError("not_found", NO_SET);
  const seen = set.changes.filter(({ subject }) => seesApplications || subject !== "application");
  const changes = seen.map(({ application, changes: { returnReason, ...fields }, ...change }) => ({
    ...change,
    application: seesApplications ? application : null,
    changes: { ...fields, ...(seesOrders && returnReason && { returnReason }) },
  }));
  return { ...set, changes };
}

/** What a command has changed is read before its transaction is committed. */
const reader = () => joinedTransaction() ?? db();

async function readSets(entries: readonly SetRow[], text: string): Promise<ChangeSet[]> {
  const ids = entries.map(({ id }) => id);
  const rows = await reader().$queryRawUnsafe<ChangeRow[]>(text, ids, MAX_LISTED_CHANGES);
  const changes = rows.map((row) => ({ ...row, changes: RecordedChanges.parse(parseJson(row.changes)) }));
  const people = changes.flatMap(({ changes: fields }) => handlersOf(fields).filter(personIdOf));
  const shownActorOf = await readShownActors([...entries.map(({ author }) => author), ...people]);
  const bySet = Map.groupBy(changes, ({ set_id }) => set_id);
  return entries.map(({ id, at, author }): ChangeSet => {
    const own = bySet.get(id) ?? [];
    return {
      id: BigInt(id),
      at: at.toISOString(),
      actor: shownActorOf(author),
      changes: own.map((row) => toChange(row, author, shownActorOf)),
      count: Number(own[0]?.count ?? 0),
    };
  });
}

type Wanted = Pick<ListChangesQuery, "about" | "actor" | "petId">;

/** Returns the statement that reads a range of a list of change sets. */
export function setsStatement({ about, actor, petId }: Wanted, { direction, id, count }: PageRange) {
  const values: unknown[] = [String(id), count];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [comparison, order] = direction === "older" ? ["<=", "DESC"] : [">=", "ASC"];
  const byAuthor = actor === undefined ? "" : ` AND author = ${parameter(actor)}`;
  const pet = petId === undefined ? undefined : `${parameter(String(petId))}::bigint`;
  const inOrder = `ORDER BY id ${order} LIMIT`;
  if (about === "additions") {
    const near = `SELECT * FROM ${ADDITIONS} AS listed WHERE id ${comparison} $1::bigint${pet ? ` AND id = ${pet}` : ""}`;
    const searched =
      byAuthor && `SELECT * FROM (${near} ${inOrder} ${SEARCHED_ADDITIONS}) AS near WHERE true${byAuthor}`;
    return { text: `${searched || near} ${inOrder} $2`, values };
  }
  const ofSubject = [...(about ? [CONDITIONS[about]] : []), ...(pet ? [`pet_id = ${pet}`] : [])];
  // Most sets are about animals, so they are walked. Others are looked up.
  const areMost = !pet && (about ?? "pets") === "pets";
  const text = areMost
    ? `SELECT id, at, author FROM change_sets WHERE id ${comparison} $1::bigint${byAuthor} AND EXISTS (
           SELECT FROM changes WHERE ${["set_id = change_sets.id", ...ofSubject].join(" AND ")}) ${inOrder} $2`
    : `SELECT id, change_sets.at, author FROM (
           SELECT DISTINCT set_id AS id FROM changes
           WHERE set_id ${comparison} $1::bigint AND ${ofSubject.join(" AND ")} ORDER BY set_id ${order}
         ) AS changed JOIN change_sets USING (id) WHERE true${byAuthor} ${inOrder} $2`;
  return { text, values };
}

async function readRange({ from, ...wanted }: ListChangesQuery, range: PageRange): Promise<SetRow[]> {
  const { rows } = await pool().query<SetRow>(setsStatement(wanted, range));
  // Ids grow with time, so the first one that is too old ends the list: nothing behind it has to be read.
  const first = from === undefined ? null : new Date(from);
  return first === null ? rows : rows.filter(({ at }) => at >= first);
}

type ChangeRow = {
  set_id: string;
  subject: Subject;
  action: ChangeAction;
  changes: string;
  pet_id: string;
  pet_name: string | null;
  application_id: string | null;
  applicant: string | null;
  count: string;
};

const PET_NAMES = "coalesce(pets.name, removed_pets.name) AS pet_name";

/** The changes of these sets, up to $2 of each: animals first, then orders. */
const CHANGED = `
  SELECT set_id::text, subject, action, fields::text AS changes, pet_id::text, ${PET_NAMES},
    applications.id::text AS application_id, applications.name AS applicant, count::text
  FROM unnest($1::bigint[]) AS listed (id)
  CROSS JOIN LATERAL (
    SELECT *, count(*) OVER () AS count FROM changes WHERE set_id = listed.id
    ORDER BY subject = 'application', subject = 'order', pet_id, subject_id LIMIT $2
  ) AS changed
  LEFT JOIN pets ON pets.id = pet_id LEFT JOIN removed_pets ON removed_pets.id = pet_id
  LEFT JOIN LATERAL (
    SELECT id, name FROM applications
    WHERE CASE subject WHEN 'application' THEN applications.id = subject_id::uuid
      WHEN 'order' THEN applications.order_id = subject_id::bigint END
  ) AS applications ON subject <> 'pet'`;

const ADDED = `
  SELECT id::text AS set_id, 'pet' AS subject, 'created' AS action, '{}' AS changes, id::text AS pet_id, ${PET_NAMES},
    NULL AS application_id, NULL AS applicant, '1' AS count
  FROM unnest($1::bigint[]) AS listed (id)
  LEFT JOIN pets USING (id) LEFT JOIN removed_pets USING (id) WHERE $2 > 0`;

type ParsedRow = Omit<ChangeRow, "changes"> & Pick<ListedChange, "changes">;

function toChange(
  { subject, action, changes: recorded, ...row }: ParsedRow,
  author: string | null,
  shownActorOf: (author: string | null) => ShownActor,
): ListedChange {
  const changes = shownChanges(recorded);
  const [before, after] = handlersOf(changes);
  const nameOf = (text: string | null) => (personIdOf(text) === null ? text : (shownActorOf(text).name ?? text));
  return {
    subject,
    action,
    petId: BigInt(row.pet_id),
    petName: row.pet_name,
    application: row.application_id === null ? null : { id: row.application_id, name: row.applicant ?? "" },
    byHandler: author !== null && (after ?? before) === author,
    changes: changes.handledBy ? { ...changes, handledBy: { from: nameOf(before), to: nameOf(after) } } : changes,
  };
}

/** Returns who handled an application before and after a change, as stored. Older changes may have only a name. */
function handlersOf({ handledBy }: RecordedChanges): [string | null, string | null] {
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  return [textOf(handledBy?.from), textOf(handledBy?.to)];
}
