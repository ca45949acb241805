import "server-only";
import { db } from "../database/client";
import { pool } from "../database/pool";
import { parseAuthor, personIdOf } from "../domain";
import { parseJson } from "../http/json";
import { type PageRange, readPage } from "../values/cursor";
import { shownName } from "../values/person-name";
import type { ListChangesQuery } from "./list-query";
import { type ChangeSubject, type ChangesPage, type ListedChange, RecordedChanges, type ShownActor } from "./schema";

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

type ChangeRow = {
  id: string;
  at: Date;
  author: string | null;
  action: string;
  changes: string;
  pet_id: string;
  pet_name: string | null;
  application_id: string | null;
  applicant: string | null;
  order_id: string | null;
};

/** How many additions are searched for those of one author: an index of authors would slow down every addition. */
const SEARCHED_ADDITIONS = 10_000;

/** All additions, also those of animals that were removed. Each has the id of its animal. */
const ADDITIONS = `(
  SELECT id, created_at AS at, created_by AS author FROM pets
  UNION ALL SELECT id, created_at, created_by FROM removed_pets
)`;

const APPLICATION = {
  joins: "JOIN applications ON applications.id = found.application_id",
  petId: "applications.pet_id",
  ofPet: "application_id IN (SELECT id FROM applications WHERE pet_id = ?)",
  columns: `found.application_id, applications.name AS applicant, NULL AS order_id,
    'changed' AS action, found.changes::text AS changes`,
};

type ChangeSource = {
  table: string;
  joins: string;
  petId: string;
  /** Which changes are those of the animal `?`. */
  ofPet: string;
  columns: string;
};

/** Where the changes of each subject are, and how its columns are named. */
const SOURCES: Readonly<Record<ChangeSubject, ChangeSource>> = {
  pets: {
    table: "pet_changes",
    joins: "",
    petId: "found.pet_id",
    ofPet: "pet_id = ?",
    columns: `NULL AS application_id, NULL AS applicant, NULL AS order_id,
      found.action, found.changes::text AS changes`,
  },
  applications: { table: "application_changes", ...APPLICATION },
  orders: {
    table: "order_changes",
    joins: `JOIN orders ON orders.id = found.order_id
      LEFT JOIN applications ON applications.order_id = found.order_id`,
    petId: "orders.pet_id",
    ofPet: "order_id IN (SELECT id FROM orders WHERE pet_id = ?)",
    columns: `applications.id AS application_id, applications.name AS applicant, found.order_id,
      found.action::text AS action, '{}' AS changes`,
  },
  additions: {
    table: ADDITIONS,
    joins: "",
    petId: "found.id",
    ofPet: "id = ?",
    columns: "NULL AS application_id, NULL AS applicant, NULL AS order_id, 'created' AS action, '{}' AS changes",
  },
  adopters: { table: "(SELECT * FROM application_changes WHERE changes ? 'adopter')", ...APPLICATION },
};

/** Lists the changes of a subject, newest first, with keyset paging by id. */
export async function listChanges(query: ListChangesQuery): Promise<ChangesPage> {
  const { entries, ...page } = await readPage<ChangeRow>(query, {
    read: (range) => readRange(query, range),
    idOf: ({ id }) => BigInt(id),
  });
  const rows = entries.map((row) => ({ ...row, changes: RecordedChanges.parse(parseJson(row.changes)) }));
  const people = rows.flatMap(({ author, changes }) => [author, ...handlersOf(changes).filter(personIdOf)]);
  const shownActorOf = await readShownActors(people);
  return { changes: rows.map((row) => toChange(row, shownActorOf)), ...page };
}

type Wanted = Pick<ListChangesQuery, "about" | "actor" | "petId">;

/** Returns the statement that reads a range of a list of changes. */
export function changesStatement({ about, actor, petId: only }: Wanted, { direction, id, count }: PageRange) {
  const { table, joins, petId, ofPet, columns } = SOURCES[about];
  const values: unknown[] = [String(id), count];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [comparison, order] = direction === "older" ? ["<=", "DESC"] : [">=", "ASC"];
  const ofOnly = only === undefined ? "" : ` AND ${ofPet.replace("?", `${parameter(String(only))}::bigint`)}`;
  const near = `SELECT * FROM ${table} AS listed WHERE id ${comparison} $1::bigint${ofOnly}`;
  const searched = (author: string) =>
    about === "additions"
      ? `SELECT * FROM (${near} ORDER BY id ${order} LIMIT ${SEARCHED_ADDITIONS}) AS near WHERE author = ${author}`
      : `${near} AND author = ${author}`;
  const found = actor === undefined ? near : searched(parameter(actor));
  return {
    text: `SELECT found.id, found.at, found.author, ${petId} AS pet_id, ${columns}, coalesce(pets.name, removed_pets.name) AS pet_name
     FROM (${found} ORDER BY id ${order} LIMIT $2) AS found ${joins}
     LEFT JOIN pets ON pets.id = ${petId} LEFT JOIN removed_pets ON removed_pets.id = ${petId}
     ORDER BY found.id ${order}`,
    values,
  };
}

async function readRange({ from, ...wanted }: ListChangesQuery, range: PageRange): Promise<ChangeRow[]> {
  const { rows } = await pool().query<ChangeRow>(changesStatement(wanted, range));
  // Ids grow with time, so the first one that is too old ends the list: nothing behind it has to be read.
  const first = from === undefined ? null : new Date(from);
  return first === null ? rows : rows.filter(({ at }) => at >= first);
}

type ParsedRow = Omit<ChangeRow, "changes"> & Pick<ListedChange, "changes">;

function toChange(row: ParsedRow, shownActorOf: (author: string | null) => ListedChange["actor"]): ListedChange {
  const { application_id: application, applicant, order_id: order, author, changes } = row;
  const [before, after] = handlersOf(changes);
  const nameOf = (text: string | null) => (personIdOf(text) === null ? text : (shownActorOf(text).name ?? text));
  return {
    id: BigInt(row.id),
    at: row.at.toISOString(),
    actor: shownActorOf(author),
    action: row.action,
    petId: BigInt(row.pet_id),
    petName: row.pet_name,
    application: application === null ? null : { id: application, name: applicant ?? "" },
    orderId: order === null ? null : BigInt(order),
    byHandler: author !== null && (after ?? before) === author,
    changes: changes.handledBy ? { ...changes, handledBy: { from: nameOf(before), to: nameOf(after) } } : changes,
  };
}

/** Returns who handled an application before and after a change, as stored. Older changes may have only a name. */
function handlersOf({ handledBy }: ListedChange["changes"]): [string | null, string | null] {
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  return [textOf(handledBy?.from), textOf(handledBy?.to)];
}
