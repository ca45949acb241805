import pg from "pg";
import { expect } from "vitest";
import { pool } from "@/lib/database/pool";
import { settings } from "@/lib/process/settings";

/** The name of connections that hold a transaction open. */
const HOLDER = "held by a test";

/**
 * Holds a transaction open while `meanwhile` starts what has to wait for it, then commits. It has a connection of its
 * own, without the timeouts of the service's pool.
 * @throws what `meanwhile` throws, after a rollback
 */
export async function holdingTransaction<T>(
  begin: { sql: string; values?: readonly unknown[] },
  meanwhile: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: settings().DATABASE_URL, application_name: HOLDER });
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

/**
 * Counts the connections that wait for a held transaction, or for one that waits for it. The holder of an earlier test
 * may still be ending.
 */
const BLOCKED = `
  WITH RECURSIVE blocked AS (
    SELECT pid, true AS holds FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '${HOLDER}'
    UNION
    SELECT waiting.pid, false FROM pg_stat_activity AS waiting
      JOIN blocked ON blocked.pid = ANY (pg_blocking_pids(waiting.pid))
  ) SELECT count(*)::int AS count FROM blocked WHERE NOT holds`;

/**
 * Waits until this many connections wait for the held transaction. Other waits in the database do not count. The holder
 * itself may ask, for when the service has no connection left.
 */
export async function waiting(count: number, holder?: pg.Client): Promise<void> {
  const countBlocked = async () => {
    // A transaction keeps seeing the statistics that it has seen first.
    await holder?.query("SELECT pg_stat_clear_snapshot()");
    return (await (holder ?? pool()).query(BLOCKED)).rows[0].count;
  };
  await expect.poll(countBlocked).toBe(count);
}
