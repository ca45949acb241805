import "server-only";
import { perDatabase } from "../../database/per-database";
import { pool } from "../../database/pool";
import { Recent } from "../../recent";
import { CATEGORIES } from "../categories";
import { PET_STATUSES, type PetStatus } from "../status";
import { MAX_COUNT, type PetCounts } from "./count-schema";

/** How long counts are cached, in milliseconds. A change of an animal by this process ends that earlier. */
const FRESH_MS = 1_000;

/** Returns the SQL of one count of at most $3 rows: a walk along the index that begins with these columns. */
const counted = (columns: string, values: string) => `
  LATERAL (SELECT count(*)::int AS count FROM (
    SELECT FROM pets WHERE (${columns}) >= (${values}) AND (${columns}) <= (${values}) ORDER BY ${columns}, id LIMIT $3
  ) AS walked) AS counted`;

/** Counts by status ($1) and category ($2), and by status only. */
export const COUNTS = `
  SELECT by.status, by.category, counted.count
  FROM (SELECT status, category FROM unnest($1::"PetStatus"[]) AS status, unnest($2::bigint[]) AS category) AS by,
    ${counted("pets.category_id, pets.status", "by.category, by.status")}
  UNION ALL
  SELECT by.status, NULL, counted.count FROM unnest($1::"PetStatus"[]) AS by (status),
    ${counted("pets.status", "by.status")}`;

/** Counts the animals by status and known category. The cost does not depend on how many there are. */
export function countPets(): Promise<PetCounts> {
  return perDatabase("pets.counts", () => new Recent(readCounts, FRESH_MS)).get();
}

async function readCounts(): Promise<PetCounts> {
  type Counted = { status: PetStatus; category: string | null; count: number };
  const { rows } = await pool().query<Counted>({
    name: "pets_counts",
    text: COUNTS,
    values: [[...PET_STATUSES], CATEGORIES.map(({ id }) => String(id)), MAX_COUNT + 1],
  });
  const bounded = (status: PetStatus, category: bigint | null) => {
    const found = rows.find(
      (row) => row.status === status && row.category === (category === null ? null : String(category)),
    );
    const count = found?.count ?? 0;
    return { count: Math.min(count, MAX_COUNT), more: count > MAX_COUNT };
  };
  const ofStatus = (status: PetStatus) => {
    const { count: total, more } = bounded(status, null);
    return { total, more, categories: CATEGORIES.map(({ id }) => ({ categoryId: id, ...bounded(status, id) })) };
  };
  return { available: ofStatus("available"), pending: ofStatus("pending"), sold: ofStatus("sold") };
}
