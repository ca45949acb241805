import "server-only";
import { readShownActors } from "../../audit/author-store";
import { pool } from "../../database/pool";
import { DomainError } from "../../domain-error";
import { parseJson } from "../../http/json";
import { type Neighbours, type PageRange, readPage } from "../../values/cursor";
import { NO_PET } from "../schema";
import type { HistoryQuery } from "./history-query";
import { FieldChanges, type HistoryEntry } from "./history-schema";

/** The id of the entry for the addition, which is not stored but made from the row of the animal. */
export const ADDITION_ID = 0n;

/** A row of the history, as `pg` reads it. */
type HistoryRow = { id: string; at: Date; author: string | null; action: string; changes: string };

const page = (comparison: string, order: string) => `
SELECT id, at, author, action, changes::text FROM (
  SELECT id, at, author, action, changes FROM pet_changes WHERE pet_id = $1
  UNION ALL SELECT ${ADDITION_ID}, created_at, created_by, 'created', '{}' FROM pets WHERE id = $1
  UNION ALL SELECT ${ADDITION_ID}, created_at, created_by, 'created', '{}' FROM removed_pets WHERE id = $1
) AS history WHERE id ${comparison} $2 ORDER BY id ${order} LIMIT $3`;
const OLDER = page("<=", "DESC");
const NEWER = page(">=", "ASC");
const EXISTS =
  "SELECT EXISTS (SELECT FROM pets WHERE id = $1) OR EXISTS (SELECT FROM removed_pets WHERE id = $1) AS known";

/**
 * Lists the history of an animal, even of a removed one, newest first, with keyset paging.
 * @throws DomainError not_found
 */
export async function listHistory(
  petId: bigint,
  query: HistoryQuery,
): Promise<{ entries: HistoryEntry[] } & Neighbours> {
  const id = String(petId);
  const { rows } = await pool().query<{ known: boolean }>(EXISTS, [id]);
  if (!rows[0]?.known) throw new DomainError("not_found", NO_PET);
  const { entries, ...neighbours } = await readPage<HistoryRow>(query, {
    read: async (range: PageRange) => {
      const text = range.direction === "older" ? OLDER : NEWER;
      return (await pool().query<HistoryRow>(text, [id, String(range.id), range.count])).rows;
    },
    idOf: (row) => BigInt(row.id),
  });
  const shownActorOf = await readShownActors(entries.map(({ author }) => author));
  return { entries: entries.map((row) => toEntry(row, shownActorOf(row.author))), ...neighbours };
}

/** Returns an entry without why the animal came back, for callers who may not read orders: it may name the adopter. */
export function withoutReturnReason(entry: HistoryEntry): HistoryEntry {
  const { returnReason: _, ...changes } = entry.changes;
  return { ...entry, changes };
}

function toEntry({ id, at, action, changes }: HistoryRow, actor: HistoryEntry["actor"]): HistoryEntry {
  return { id: BigInt(id), at: at.toISOString(), actor, action, changes: FieldChanges.parse(parseJson(changes)) };
}
