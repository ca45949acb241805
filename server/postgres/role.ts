import type pg from "pg";
import { withConnection } from "@/lib/database/database-client";
import { LOCKS } from "@/lib/database/locks";
import { codeOf } from "@/lib/values/objects";

/** It may only read and write rows. */
export const SERVICE_ROLE = "pets_service";
const TIMEOUT_MS = 20_000;

/** Unless the role exists with this password. Bars other roles from the database. `url` is the owner's. */
export async function ensureServiceRole(url: string, serviceUrl: string, password: string): Promise<void> {
  await changeRights(url, async (client) => {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [SERVICE_ROLE]);
    if (rows.length > 0 && (await canConnect(serviceUrl))) return;
    const database = client.escapeIdentifier(String(client.database));
    // PostgreSQL logs statements that fail, and this one has a password.
    await client.query("SET LOCAL log_min_error_statement = panic");
    await client.query(
      `${rows.length > 0 ? "ALTER" : "CREATE"} ROLE ${SERVICE_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION
       NOBYPASSRLS PASSWORD ${client.escapeLiteral(password)}`,
    );
    await client.query(`REVOKE ALL ON DATABASE ${database}, postgres, template1 FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${SERVICE_ROLE}`);
  });
}

/** In one transaction, one after another: PostgreSQL refuses concurrent changes of rights. */
export async function changeRights(url: string, change: (client: pg.Client) => Promise<void>): Promise<void> {
  const config = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: TIMEOUT_MS };
  await withConnection(config, async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.grant]);
    await change(client);
    await client.query("COMMIT");
  });
}

async function canConnect(url: string): Promise<boolean> {
  try {
    return await withConnection({ connectionString: url, connectionTimeoutMillis: 5_000 }, async () => true);
  } catch (error) {
    // A wrong password or a missing right to connect can be corrected.
    if (/^(28P01|28000|42501)$/.test(codeOf(error) ?? "")) return false;
    throw error;
  }
}
