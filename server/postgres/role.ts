import pg from "pg";

/** The role in the embedded PostgreSQL that reads and writes rows, and nothing else. */
export const SERVICE_ROLE = "pets_service";
/** Advisory lock under which rights are given, since PostgreSQL refuses two that change the same ones at once. */
const GRANT_LOCK = 7_305_004;
const LIMIT_MS = 20_000;

/**
 * Makes the service's role in the embedded PostgreSQL, if it is not there with this password, and keeps everybody else out
 * of its database. `url` is the owner's.
 */
export async function ensureServiceRole(url: string, serviceUrl: string, password: string): Promise<void> {
  await inTransaction(url, async (client) => {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [SERVICE_ROLE]);
    if (rows.length > 0 && (await canConnect(serviceUrl))) return;
    const database = client.escapeIdentifier(client.database as string);
    // A statement that fails is written to the log; this one holds a password.
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
 * Lets a role read and write the rows of every table that the owner of `url` has made, and use its sequences; of the list of
 * migrations it may only read. Changes nothing when that is so already.
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

/** What is granted on what. */
const RIGHTS: Readonly<Record<string, string>> = {
  table: "SELECT, INSERT, UPDATE, DELETE",
  migrations: "SELECT",
  sequence: "USAGE, SELECT",
};

/** The tables and sequences of ours in the current schema on which the role $1 lacks a right. */
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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: LIMIT_MS });
  client.on("error", () => {}); // the query under way reports it
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [GRANT_LOCK]);
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
    // Only a wrong password (invalid_password) or a missing right to connect is to be put right.
    if (/^(28P01|28000|42501)$/.test((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
