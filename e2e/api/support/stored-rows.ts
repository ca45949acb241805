import { pool } from "@/lib/database/pool";

/** Counts that are written some time after the request that they count. */
const WRITTEN_BEHIND = ["key_usage", "key_bans", "window_counts"];
/** The same for columns. */
const COLUMNS_BEHIND = ["last_used_at", "secret_used_at"];

/** What is stored, as a checksum for each table: equal before and after a request that changed nothing. */
export async function storedRows(): Promise<unknown> {
  const { rows: tables } = await pool().query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1",
    [WRITTEN_BEHIND],
  );
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS "table", count(*), sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)) FROM "${name}" AS t`,
  );
  return (await pool().query(sums.join(" UNION ALL "), [COLUMNS_BEHIND])).rows;
}
