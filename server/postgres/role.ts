import pg from "pg";
import { DatabaseClient } from "@/lib/database/database-client";
import { LOCKS } from "@/lib/database/locks";
import { codeOf } from "@/lib/process/errno";

/** The role in the embedded PostgreSQL that may only read and write rows. */
export const SERVICE_ROLE = "pets_service";
const TIMEOUT_MS = 20_000;

/**
 * Creates the service's role in the embedded PostgreSQL, unless it exists with this password, and bars other roles from
 * the database. `url` is the owner's.
 */
export async function ensureServiceRole(url: string, serviceUrl: string, password: string): Promise<void> {
  await inTransaction(url, async (client) => {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [SERVICE_ROLE]);
    if (rows.length > 0 && (await canConnect(serviceUrl))) return;
    const database = client.escapeIdentifier(String(client.database));
    // PostgreSQL logs statements that fail, and this one contains a password.
    await client.query("SET LOCAL log_min_error_statement = panic");
    await client.query(
      `${rows.length > 0 ? "ALTER" : "CREATE"} ROLE ${SERVICE_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION
       NOBYPASSRLS PASSWORD ${client.escapeLiteral(password)}`,
    );
    await client.query(`REVOKE ALL ON DATABASE ${database}, postgres, template1 FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${SERVICE_ROLE}`);
  });
}

/**
 * Grants a role the right to read and write the rows of all tables of the owner of `url`, and to use the sequences. It
 * may only read the list of migrations. Changes nothing when the role already has these rights.
 */
export async function grantRows(url: string, role: string): Promise<void> {
  await inTransaction(url, async (client) => {
    const { rows } = await client.query<{ name: string; kind: string }>(MISSING, [role]);
    if (rows.length === 0) return;
    const to = client.escapeIdentifier(role);
    await client.query(
      `GRANT USAGE ON SCHEMA ${(await client.query("SELECT current_schema()::regnamespace AS name")).rows[0].name} TO ${to}`,
    );
    for (const { name, kind } of rows) await client.query(`GRANT ${RIGHTS[kind]} ON ${name} TO ${to}`);
  });
}

/** The rights by kind of object. */
const RIGHTS: Readonly<Record<string, string>> = {
  table: "SELECT, INSERT, UPDATE, DELETE",
  migrations: "SELECT",
  sequence: "USAGE, SELECT",
};

/** The owner's tables and sequences in the current schema on which the role $1 lacks a right. */
const MISSING = `
  SELECT name, kind FROM (
    SELECT oid, oid::regclass::text AS name,
           CASE WHEN relkind = 'S' THEN 'sequence' WHEN relname = '_prisma_migrations' THEN 'migrations' ELSE 'table' END AS kind
    FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'S')
      AND relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)
  ) AS found
  WHERE CASE kind
    WHEN 'sequence' THEN NOT (has_sequence_privilege($1, oid, 'USAGE') AND has_sequence_privilege($1, oid, 'SELECT'))
    WHEN 'migrations' THEN NOT has_table_privilege($1, oid, 'SELECT')
    ELSE NOT (has_table_privilege($1, oid, 'SELECT') AND has_table_privilege($1, oid, 'INSERT')
      AND has_table_privilege($1, oid, 'UPDATE') AND has_table_privilege($1, oid, 'DELETE'))
  END
  ORDER BY name`;

async function inTransaction(url: string, change: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: TIMEOUT_MS,
  });
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
    // A wrong password or a missing right to connect can be corrected. Nothing else can.
    if (/^(28P01|28000|42501)$/.test(codeOf(error) ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
