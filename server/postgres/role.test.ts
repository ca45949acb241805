import { readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeData } from "@/e2e/testing/launcher";
import { copyOfTemplate, query } from "@/e2e/testing/template";
import { grantRows } from "../database/migrate";
import { pathsOf } from "./cluster";
import { type Postgres, startPostgres } from "./postgres";
import { SERVICE_ROLE } from "./role";

// The role of the service.
const dataDir = copyOfTemplate("role");
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir });
});
afterAll(() => removeData(dataDir));

const asService = (sql: string) => query(postgres.serviceUrl, sql);

test("reads and writes the rows of every table, also those of later migrations", async () => {
  await query(postgres.url, "CREATE TABLE later (id bigserial)");
  await expect(asService("SELECT FROM later")).rejects.toThrow(/permission denied/);
  // Concurrent starts grant rights once.
  await Promise.all(Array.from({ length: 4 }, () => grantRows(postgres.url, SERVICE_ROLE)));
  await asService("INSERT INTO later DEFAULT VALUES");
  const rights = ["SELECT", "INSERT", "UPDATE", "DELETE"].map((right) => `has_table_privilege(relid, '${right}')`);
  const others = await asService(`SELECT relname FROM pg_stat_user_tables WHERE NOT (${rights.join(" AND ")})`);
  expect(others).toEqual([{ relname: "_prisma_migrations" }]);
});

test.each([
  "CREATE TABLE more (id int)",
  "CREATE TEMPORARY TABLE more (id int)",
  "CREATE SCHEMA more",
  "CREATE DATABASE more",
  "CREATE ROLE more",
  "CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "CREATE INDEX ON pets (name)",
  "ALTER TABLE pets ADD COLUMN more int",
  "ALTER SEQUENCE pets_id_seq RESTART",
  `ALTER ROLE ${SERVICE_ROLE} SUPERUSER`,
  "SET ROLE postgres",
  "DROP TABLE pets",
  "DROP DATABASE pets",
  "TRUNCATE pets",
  "DELETE FROM _prisma_migrations",
  "UPDATE _prisma_migrations SET finished_at = NULL",
  "SELECT rolpassword FROM pg_authid",
  "SELECT pg_read_file('postgresql.conf')",
  "COPY pets TO PROGRAM 'cat'",
  "ALTER SYSTEM SET log_min_messages = 'debug5'",
])("may not: %s", async (sql) => {
  await expect(asService(sql)).rejects.toThrow(/permission denied|must be owner|must be superuser|Only roles with/);
});

test("needs its own password, which is not in PostgreSQL's log, and cannot connect to another database", async () => {
  const { servicePassword, password, log } = pathsOf(dataDir);
  const secret = readFileSync(servicePassword, "utf8").trim();
  expect(secret).toMatch(/^[\w-]{32,}$/);
  expect(secret).not.toBe(readFileSync(password, "utf8").trim());
  expect(readFileSync(log, "utf8")).not.toContain(secret);
  const connect = (change: Partial<URL>) => query(Object.assign(new URL(postgres.serviceUrl), change).href, "SELECT 1");
  await expect(connect({ password: "" })).rejects.toThrow();
  await expect(connect({ pathname: "/postgres" })).rejects.toThrow(/permission denied for database/);
});

test("is created in an older installation, and again if its password file is lost", async () => {
  await query(postgres.url, `DROP OWNED BY ${SERVICE_ROLE}; DROP ROLE ${SERVICE_ROLE}`);
  const upgraded = await startPostgres({ dataDir });
  await grantRows(upgraded.url, SERVICE_ROLE);
  expect(await query(upgraded.serviceUrl, "SELECT FROM pets")).toEqual([]);
  rmSync(pathsOf(dataDir).servicePassword);
  const renewed = await startPostgres({ dataDir });
  expect(renewed.serviceUrl).not.toBe(upgraded.serviceUrl);
  expect(await query(renewed.serviceUrl, "SELECT FROM pets")).toEqual([]);
});
