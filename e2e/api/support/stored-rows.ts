import { pool } from "@/lib/database/pool";

/** Tables with counts that are written some time after the request they count. */
const WRITTEN_BEHIND = ["key_usage", "key_bans", "window_counts"];
/** Columns that are written some time after the request. */
const COLUMNS_BEHIND = ["last_used_at", "secret_used_at"];

/** A table and whether it has one of those columns. */
type Table = { name: string; isBehind: boolean };

/**
 * Returns a checksum of each table, equal before and after a request that changed nothing. Every version of a row
 * carries the transaction that wrote it, which is faster to sum up than the row.
 */
export async function storedRows(): Promise<unknown> {
  const { rows: tables } = await pool().query<Table>({
    name: "stored_tables",
    text: `SELECT relname AS name, EXISTS (
             SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = ANY ($1)
           ) AS "isBehind"
           FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($2)
           ORDER BY 1`,
    values: [COLUMNS_BEHIND, WRITTEN_BEHIND],
  });
  const sums = tables.map(({ name, isBehind }) => {
    const sum = isBehind
      ? "sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0))"
      : "sum(hashtextextended(t.xmin::text, 0))";
    return `SELECT '${name}' AS "table", count(*), ${sum} FROM "${name}" AS t`;
  });
  const text = sums.join(" UNION ALL ");
  return (await pool().query({ name: "stored_rows", text, values: [COLUMNS_BEHIND] })).rows;
}
