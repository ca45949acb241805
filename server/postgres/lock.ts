import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { LOCKS } from "@/lib/database/locks";

const POLL_MS = 100;
const ALONE_TIMEOUT_MS = 600_000;

export type ServiceLock = {
  /** Released, or its connection broke. */
  lost: Promise<void>;
  /** Waits, up to a limit, until no other connection uses the database. */
  untilAlone(): Promise<void>;
  release(): Promise<void>;
};

/**
 * The lock of the process that owns this PostgreSQL. It belongs to a session, so it is released however its holder
 * dies. Null if another process still holds it after `patienceMs`.
 * @throws what `pg` throws
 */
export async function holdServiceLock(url: string, patienceMs: number): Promise<ServiceLock | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    keepAlive: true,
  });
  client.on("error", () => {}); // a broken connection releases the lock too
  const lost = new Promise<void>((resolve) => client.once("end", resolve));
  try {
    await client.connect();
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS held", [LOCKS.service]);
      if (rows[0].held) break;
      if (Date.now() >= deadline) {
        await client.end();
        return null;
      }
      await delay(POLL_MS);
    }
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  return {
    lost,
    untilAlone: () => untilAlone(client),
    release: () => client.end().catch(() => {}),
  };
}

async function untilAlone(client: pg.Client): Promise<void> {
  const others =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()";
  for (const deadline = Date.now() + ALONE_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if ((await client.query(others)).rowCount === 0) return;
  }
}
