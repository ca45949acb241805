import "server-only";
import * as z from "zod/mini";
import { readShownActors } from "../../audit/change-store";
import { pool } from "../../database/pool";
import { CursorParam, limitParam } from "../../http/paging";
import { int64sParam } from "../../http/parameters";
import { type Neighbours, type PageRange, readPage } from "../../values/cursor";
import type { PetStatus } from "../status";
import { type Latest, MAX_ASKED, type RemovedPet } from "./history-schema";

type LatestRow = {
  id: string;
  added_at: Date;
  added_by: string | null;
  change_id: string | null;
  at: Date;
  author: string | null;
  action: string;
};

/** The newest entry in the history of each animal of the outer query, read from the index. */
const NEWEST = `LATERAL (
  SELECT id, at, author, action FROM pet_changes WHERE pet_id = listed.id ORDER BY pet_changes.id DESC LIMIT 1
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

type RemovedRow = {
  id: string;
  name: string;
  category_id: string;
  status: PetStatus;
  change_id: string;
  at: Date;
  author: string | null;
};

const removed = (comparison: string, order: string) => `
SELECT listed.id, name, category_id, status, newest.id AS change_id, at, author
FROM removed_pets AS listed CROSS JOIN ${NEWEST}
WHERE listed.id ${comparison} $1 ORDER BY listed.id ${order} LIMIT $2`;
const OLDER = removed("<=", "DESC");
const NEWER = removed(">=", "ASC");

export async function listRemoved(query: RemovedQuery): Promise<{ entries: RemovedPet[] } & Neighbours> {
  const { entries, ...neighbours } = await readPage<RemovedRow>(query, {
    read: async ({ direction, id, count }: PageRange) =>
      (await pool().query<RemovedRow>(direction === "older" ? OLDER : NEWER, [String(id), count])).rows,
    idOf: ({ id }) => BigInt(id),
  });
  const shownActorOf = await readShownActors(entries.map(({ author }) => author));
  return {
    entries: entries.map((row) => ({
      id: BigInt(row.id),
      name: row.name,
      categoryId: BigInt(row.category_id),
      status: row.status,
      changeId: BigInt(row.change_id),
      at: row.at.toISOString(),
      actor: shownActorOf(row.author),
    })),
    ...neighbours,
  };
}

export const LatestQuery = z.object({ ids: int64sParam(MAX_ASKED) });

export const RemovedQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_ASKED }),
  cursor: z.optional(CursorParam),
});
export type RemovedQuery = z.infer<typeof RemovedQuery>;
