import pg from "pg";
import { LOCKS } from "@/lib/database/locks";
import { codeOf } from "@/lib/values/objects";

/** It may only read and write rows. */
export const SERVICE_ROLE = "pets_service";
const TIMEOUT_MS = 20_000;

/** Unless the role exists with this password. Bars other roles from the database. `url` is the owner's. */
export async function ensureServiceRole(url: string, serviceUrl: string, password: string): Promise<void> {
  await changeRights(new pg.Client(roleConfig(url)), async (client) => {
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

export const roleConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  query_timeout: TIMEOUT_MS,
});

/** In one transaction, one after another: PostgreSQL refuses concurrent changes of rights. Closes the connection. */
export async function changeRights(client: pg.Client, change: (client: pg.Client) => Promise<void>): Promise<void> {
  client.on("error", () => {}); // the query in progress reports it
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.grant]);
    await change(client);
    await client.query("COMMIT");
  } finally {
    await client.end().catch(() => {});
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A wrong password or a missing right to connect can be corrected.
    if (/^(28P01|28000|42501)$/.test(codeOf(error) ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
