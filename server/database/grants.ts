import { DatabaseClient } from "@/lib/database/database-client";
import { changeRights, roleConfig } from "../postgres/role";

/**
 * Grants a role the right to read and write the rows of all tables of the owner of `url`, and to use the sequences. It
 * may only read the list of migrations. Changes nothing when the role already has these rights.
 */
export async function grantRows(url: string, role: string): Promise<void> {
  await changeRights(new DatabaseClient(roleConfig(url)), async (client) => {
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
