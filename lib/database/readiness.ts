import "server-only";
import { readdir } from "node:fs/promises";
import { JoinedCalls } from "../concurrency/joined-calls";
import { singleton } from "../process/singleton";
import { pool } from "./pool";

const checks = singleton("readiness", () => new JoinedCalls<boolean>());

/**
 * Whether the database answers, can be written to, and has every migration of this version. Never throws. Anybody may
 * ask at any rate, so concurrent callers share one check.
 */
export function isReady(): Promise<boolean> {
  return checks.join(check);
}

async function check(): Promise<boolean> {
  try {
    const expected = await singleton("migrations", () => readdir("prisma/migrations", { withFileTypes: true }));
    const applied = new Set(await appliedMigrations());
    return expected.every((entry) => !entry.isDirectory() || applied.has(entry.name));
  } catch {
    return false;
  }
}

/** Returns the names of the applied migrations. On a standby there are none, and its connection is closed. */
async function appliedMigrations(): Promise<string[]> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query<{ name: string; standby: boolean }>(
      `SELECT migration_name AS name, pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS standby
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    const isStandby = rows.some(({ standby }) => standby);
    client.release(isStandby);
    return isStandby ? [] : rows.map(({ name }) => name);
  } catch (error) {
    client.release(true);
    throw error;
  }
}
