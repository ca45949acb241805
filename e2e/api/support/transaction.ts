import pg from "pg";
import { settings } from "@/lib/settings";

/**
 * Holds a transaction open while `meanwhile` starts what has to wait for it; then commits. It has a connection of its
 * own, without the time limits of the service's pool.
 * @throws what `meanwhile` throws; the transaction is rolled back
 */
export async function holdingTransaction<T>(
  begin: { sql: string; values?: readonly unknown[] },
  meanwhile: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: settings().DATABASE_URL });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(begin.sql, [...(begin.values ?? [])]);
    const result = await meanwhile(client);
    await client.query("COMMIT");
    return result;
  } finally {
    await client.end();
  }
}
