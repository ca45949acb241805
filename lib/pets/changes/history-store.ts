import "server-only";
import * as z from "zod/mini";
import { readShownActors, type Sight, unseenFields } from "../../audit/change-store";
import { type ChangeAction, RecordedChanges, withoutFields } from "../../audit/schema";
import { db } from "../../database/client";
import { pool } from "../../database/pool";
import { DomainError } from "../../domain";
import { parseJson } from "../../http/json";
import type { PageQuery } from "../../http/paging";
import { Int64sParam } from "../../http/parameters";
import { type Listed, type PageRange, readPage } from "../../values/cursor";
import { NO_PET } from "../schema";
import { type HistoryEntry, isStepOfAdoption, type Latest, type RemovedPet } from "./history-schema";

/** The id of the entry for the addition, which is not stored but made from the row of the animal. */
export const ADDITION_ID = 0n;

type HistoryRow = { id: string; at: Date; author: string | null; action: ChangeAction; changes: string };

/** An import records what it has added, which is an entry already. */
const IS_CHANGE = "subject = 'pet' AND action <> 'created'";

const page = (comparison: string, order: string) => `
SELECT id, at, author, action, changes::text FROM (
  SELECT set_id AS id, change_sets.at, author, action, fields AS changes
  FROM changes JOIN change_sets ON change_sets.id = set_id WHERE pet_id = $1 AND ${IS_CHANGE}
  UNION ALL SELECT ${ADDITION_ID}, created_at, created_by, 'created', '{}' FROM pets WHERE id = $1
  UNION ALL SELECT ${ADDITION_ID}, created_at, created_by, 'created', '{}' FROM removed_pets WHERE id = $1
) AS history WHERE id ${comparison} $2 ORDER BY id ${order} LIMIT $3`;
const OLDER = page("<=", "DESC");
const NEWER = page(">=", "ASC");

/** Newest first, even of a removed animal. @throws DomainError not_found */
export async function listHistory(petId: bigint, query: PageQuery, sight: Sight): Promise<Listed<HistoryEntry>> {
  const { entries, ...page } = await readPage<HistoryRow>(query, {
    read: async (range: PageRange) => {
      const text = range.direction === "older" ? OLDER : NEWER;
      return (await pool().query<HistoryRow>(text, [String(petId), String(range.id), range.count])).rows;
    },
    idOf: (row) => BigInt(row.id),
  });
  // Every animal has its addition, on this page or beside it.
  if (entries.length === 0 && page.next === null && page.prev === null) throw new DomainError("not_found", NO_PET);
  const shownActorOf = await readShownActors(entries.map(({ author }) => author));
  const unseen = unseenFields(sight);
  const data = entries.map(({ id, at, author, action, changes }) => ({
    ...{ id: BigInt(id), at: at.toISOString(), actor: shownActorOf(author), action },
    changes: withoutFields(RecordedChanges.parse(parseJson(changes)), unseen),
  }));
  return { data: sight.seesOrders && sight.seesApplications ? await withApplications(petId, data) : data, page };
}

type FoundRow = { entry: string; id: string; name: string };

/** A step of an adoption is in the set of the animal's change. The application had this order, or has it. */
const STATEMENT = `
SELECT entry.set_id AS entry, found.id, found.name
FROM changes AS entry
JOIN changes AS step ON step.set_id = entry.set_id AND step.pet_id = entry.pet_id AND step.subject = 'order'
CROSS JOIN LATERAL (
  SELECT applications.id, applications.name FROM changes AS had
  JOIN applications ON applications.id::text = had.subject_id
  WHERE had.pet_id = entry.pet_id AND had.subject = 'application' AND had.fields #>> '{orderId,to}' = step.subject_id
  ORDER BY had.set_id DESC LIMIT 1
) AS found
WHERE entry.pet_id = $1 AND entry.subject = 'pet' AND entry.set_id = ANY($2)`;

async function withApplications(petId: bigint, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const steps = entries.filter(({ action, changes }) => isStepOfAdoption(action) || "status" in changes);
  if (steps.length === 0) return [...entries];
  const { rows } = await pool().query<FoundRow>(STATEMENT, [String(petId), steps.map(({ id }) => String(id))]);
  const found = new Map(rows.map(({ entry, id, name }) => [entry, { id, name }]));
  return entries.map((entry) => {
    const application = found.get(String(entry.id));
    return application ? { ...entry, application } : entry;
  });
}

type LatestRow = {
  id: string;
  added_at: Date;
  added_by: string | null;
  change_id: string | null;
  at: Date;
  author: string | null;
  action: ChangeAction;
};

/** The newest entry in the history of each animal of the outer query, read from the index. */
const NEWEST = `LATERAL (
  SELECT set_id AS id, change_sets.at, author, action FROM changes JOIN change_sets ON change_sets.id = set_id
  WHERE pet_id = listed.id AND ${IS_CHANGE} ORDER BY set_id DESC LIMIT 1
) AS newest`;

const LATEST = `
SELECT listed.id, created_at AS added_at, created_by AS added_by, newest.id AS change_id, at, author, action
FROM pets AS listed LEFT JOIN ${NEWEST} ON true
WHERE listed.id = ANY ($1::bigint[]) ORDER BY listed.id DESC`;

export async function listLatestChanges(ids: readonly bigint[]): Promise<Latest[]> {
  const { rows } = await pool().query<LatestRow>(LATEST, [ids.map(String)]);
  const shownActorOf = await readShownActors(rows.flatMap((row) => [row.added_by, row.author]));
  return rows.map((row) => ({
    id: BigInt(row.id),
    added: { at: row.added_at.toISOString(), actor: shownActorOf(row.added_by) },
    changed:
      row.change_id === null
        ? null
        : { id: BigInt(row.change_id), at: row.at.toISOString(), actor: shownActorOf(row.author), action: row.action },
  }));
}

type RemovedRow = Omit<RemovedPet, "at" | "actor"> & { at: Date; author: string | null };

const removed = (comparison: string, order: string) => `
SELECT listed.id, name, category_id AS "categoryId", status::text AS status, newest.id AS "changeId", at, author
FROM removed_pets AS listed CROSS JOIN ${NEWEST}
WHERE listed.id ${comparison} $1 ORDER BY listed.id ${order} LIMIT $2`;
const OLDER_REMOVED = removed("<=", "DESC");
const NEWER_REMOVED = removed(">=", "ASC");

export async function listRemoved(query: PageQuery): Promise<Listed<RemovedPet>> {
  const { entries, ...page } = await readPage<RemovedRow>(query, {
    read: ({ direction, id, count }: PageRange) =>
      db().$queryRawUnsafe<RemovedRow[]>(direction === "older" ? OLDER_REMOVED : NEWER_REMOVED, id, count),
    idOf: ({ id }) => id,
  });
  const shownActorOf = await readShownActors(entries.map(({ author }) => author));
  const data = entries.map(({ at, author, ...pet }) => ({
    ...pet,
    at: at.toISOString(),
    actor: shownActorOf(author),
  }));
  return { data, page };
}

export const LatestQuery = z.object({ ids: Int64sParam });
