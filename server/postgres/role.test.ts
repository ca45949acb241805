import { readFileSync, rmSync, statSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "@/e2e/testing/launcher";
import { applyMigrations, grantRows } from "../database/migrate";
import { pathsOf } from "./cluster";
import { type Postgres, startPostgres } from "./postgres";
import { SERVICE_ROLE } from "./role";

const dataDir = temporaryFolder("role");
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir });
  await applyMigrations(postgres.url);
  await grantRows(postgres.url, SERVICE_ROLE);
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
const asService = (sql: string) => query(postgres.serviceUrl, sql);

describe("the role of the service", () => {
  test("reads and writes the rows of every table", async () => {
    const tables = await query(postgres.url, "SELECT relname AS name FROM pg_stat_user_tables");
    const names = tables.map(({ name }) => String(name)).filter((name) => name !== "_prisma_migrations");
    expect(names).toContain("pets");
    for (const name of names) {
      await asService(`SELECT FROM ${name} LIMIT 1`);
      await asService(`DELETE FROM ${name} WHERE false`);
    }
    await asService("INSERT INTO pets (name, category_id) VALUES ('Biscuit', 1)");
    expect(await asService("UPDATE pets SET status = 'sold' RETURNING name, status")).toEqual([
      { name: "Biscuit", status: "sold" },
    ]);
    await asService("DELETE FROM pets");
  });

  const refused = [
    "CREATE TABLE more (id int)",
    "CREATE TEMPORARY TABLE more (id int)",
    "CREATE SCHEMA more",
    "CREATE DATABASE more",
    "CREATE ROLE more",
    "CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE INDEX ON pets (name)",
    "ALTER TABLE pets ADD COLUMN more int",
    "ALTER SEQUENCE pets_id_seq RESTART",
    "SELECT setval('pets_id_seq', 1)",
    `ALTER ROLE ${SERVICE_ROLE} SUPERUSER`,
    "SET ROLE postgres",
    "DROP TABLE pets",
    "DROP DATABASE pets",
    "TRUNCATE pets",
    "DELETE FROM _prisma_migrations",
    "UPDATE _prisma_migrations SET finished_at = NULL",
    "SELECT rolpassword FROM pg_authid",
    "SELECT passwd FROM pg_shadow",
    "SELECT pg_read_file('postgresql.conf')",
    "COPY pets TO PROGRAM 'cat'",
    "COPY pets TO '/tmp/pets'",
    "ALTER SYSTEM SET log_min_messages = 'debug5'",
  ];
  test.each(refused)("may not: %s", async (sql) => {
    await expect(asService(sql)).rejects.toThrow(/permission denied|must be owner|must be superuser|Only roles with/);
  });

  test("cannot connect to another database, and needs its password", async () => {
    const elsewhere = Object.assign(new URL(postgres.serviceUrl), { pathname: "/postgres" }).href;
    await expect(query(elsewhere, "SELECT 1")).rejects.toThrow(/permission denied for database/);
    const withoutPassword = Object.assign(new URL(postgres.serviceUrl), { password: "" }).href;
    await expect(query(withoutPassword, "SELECT 1")).rejects.toThrow();
  });

  test("has its own password, in a file readable by the owner only and not in PostgreSQL's log", () => {
    const { servicePassword, password, log } = pathsOf(dataDir);
    const secret = readFileSync(servicePassword, "utf8").trim();
    expect(secret).toMatch(/^[\w-]{32,}$/);
    expect(secret).not.toBe(readFileSync(password, "utf8").trim());
    expect(statSync(servicePassword).mode & 0o077).toBe(0);
    expect(readFileSync(log, "utf8")).not.toContain(secret);
  });

  test("may use tables of later migrations, and four concurrent starts grant rights once", async () => {
    await query(postgres.url, "CREATE TABLE later (id bigserial)");
    await expect(asService("SELECT FROM later")).rejects.toThrow(/permission denied/);
    await Promise.all(Array.from({ length: 4 }, () => grantRows(postgres.url, SERVICE_ROLE)));
    await asService("INSERT INTO later DEFAULT VALUES");
  });

  test("is created in an older installation, and again if its password file is lost", async () => {
    await query(postgres.url, `DROP OWNED BY ${SERVICE_ROLE}; DROP ROLE ${SERVICE_ROLE}`);
    const upgraded = await startPostgres({ dataDir });
    await grantRows(upgraded.url, SERVICE_ROLE);
    expect(await query(upgraded.serviceUrl, "SELECT count(*)::int AS count FROM pets")).toEqual([{ count: 0 }]);

    rmSync(pathsOf(dataDir).servicePassword);
    const renewed = await startPostgres({ dataDir });
    expect(renewed.serviceUrl).not.toBe(upgraded.serviceUrl);
    expect(await query(renewed.serviceUrl, "SELECT count(*)::int AS count FROM pets")).toEqual([{ count: 0 }]);
    postgres = renewed;
  });
});
