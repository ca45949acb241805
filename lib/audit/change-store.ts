import "server-only";
import { pool } from "../database/pool";
import { parseJson } from "../http/json";
import { readPage, type Stretch } from "../values/cursor";
import { readShownActors } from "./author-store";
import type { ListChangesQuery } from "./change-query";
import type { ChangeSubject, ChangesPage, ListedChange } from "./change-schema";
import { RecordedChanges } from "./schema";

/** A change, as `pg` reads it. */
type ChangeRow = {
  id: string;
  at: Date;
  author: string;
  action: string;
  changes: string;
  pet_id: string;
  pet_name: string | null;
  application_id: string | null;
  applicant: string | null;
  order_id: string | null;
};

/** Where the changes of each subject are, and how its columns are named. */
const SOURCES: Readonly<Record<ChangeSubject, { table: string; joins: string; petId: string; columns: string }>> = {
  pets: {
    table: "pet_changes",
    joins: "",
    petId: "found.pet_id",
    columns: `NULL AS application_id, NULL AS applicant, NULL AS order_id,
      found.action, found.changes::text AS changes`,
  },
  applications: {
    table: "application_changes",
    joins: "JOIN applications ON applications.id = found.application_id",
    petId: "applications.pet_id",
    columns: `found.application_id, applications.name AS applicant, NULL AS order_id,
      'changed' AS action, found.changes::text AS changes`,
  },
  orders: {
    table: "order_changes",
    joins: "JOIN orders ON orders.id = found.order_id",
    petId: "orders.pet_id",
    columns: `NULL AS application_id, NULL AS applicant, found.order_id,
      found.action::text AS action, '{}' AS changes`,
  },
};

/**
 * Lists the changes of all animals, applications or adoptions, newest first, with keyset paging by id. Additions are
 * not among them: the lists have these.
 */
export async function listChanges(query: ListChangesQuery): Promise<ChangesPage> {
  const { entries, ...page } = await readPage<ChangeRow>(query, {
    read: (stretch) => readStretch(query, stretch),
    idOf: ({ id }) => BigInt(id),
  });
  const shownActorOf = await readShownActors(entries.map(({ author }) => author));
  return { changes: entries.map((row) => toChange(row, shownActorOf(row.author))), ...page };
}

async function readStretch({ about, actor, from }: ListChangesQuery, { direction, id, count }: Stretch) {
  const { table, joins, petId, columns } = SOURCES[about];
  const [comparison, order] = direction === "older" ? ["<=", "DESC"] : [">=", "ASC"];
  const { rows } = await pool().query<ChangeRow>(
    `SELECT found.id, found.at, found.author, ${petId} AS pet_id, ${columns}, coalesce(pets.name, removed_pets.name) AS pet_name
     FROM (
       SELECT * FROM ${table}
       WHERE id ${comparison} $1::bigint ${actor === undefined ? "" : "AND author = $3"}
       ORDER BY id ${order} LIMIT $2
     ) AS found ${joins}
     LEFT JOIN pets ON pets.id = ${petId} LEFT JOIN removed_pets ON removed_pets.id = ${petId}
     ORDER BY found.id ${order}`,
    [String(id), count, ...(actor === undefined ? [] : [actor])],
  );
  // Ids grow with time, so the first one that is too old ends the list: nothing behind it has to be read.
  const first = from === undefined ? null : new Date(from);
  return first === null ? rows : rows.filter(({ at }) => at >= first);
}

function toChange(row: ChangeRow, actor: ListedChange["actor"]): ListedChange {
  const { application_id: application, applicant, order_id: order } = row;
  return {
    id: BigInt(row.id),
    at: row.at.toISOString(),
    actor,
    action: row.action,
    petId: BigInt(row.pet_id),
    petName: row.pet_name,
    application: application === null ? null : { id: application, name: applicant ?? "" },
    orderId: order === null ? null : BigInt(order),
    changes: RecordedChanges.parse(parseJson(row.changes)),
  };
}
