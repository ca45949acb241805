import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeData } from "@/e2e/testing/launcher";
import { copyOfTemplate, query } from "@/e2e/testing/template";
import { pool } from "@/lib/database/pool";
import { queryPrepared } from "@/lib/database/prepared";
import { parseEnv } from "@/lib/process/env";
import { freePort } from "../port";
import { findBinaries } from "../postgres/binaries";
import { pathsOf, spawnPostmaster } from "../postgres/cluster";
import { type Postgres, startPostgres } from "../postgres/postgres";
import { runAs } from "../postgres/run-as";
import { type Closer, closeAll } from "../serving";
import { prepareDatabase } from "./prepare";

// What a start says about a database that it cannot use, and how it follows a failover.
const dataDir = copyOfTemplate("prepare");
const standbyDir = copyOfTemplate("standby");
const closers: Closer[] = [];
let postgres: Postgres;

const prepare = (environment: Record<string, string>) =>
  prepareDatabase(parseEnv({ DATA_DIR: dataDir, ...environment }), closers);

beforeAll(async () => {
  postgres = await startPostgres({ dataDir });
  for (const statement of [
    "CREATE ROLE limited LOGIN PASSWORD 'hunter2'",
    "CREATE DATABASE empty",
    "CREATE DATABASE standby",
    "ALTER DATABASE standby SET default_transaction_read_only = on",
    "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0",
  ])
    await query(postgres.url, statement);
});
afterAll(async () => {
  await closeAll(closers);
  await removeData(dataDir);
  await removeData(standbyDir);
});

const url = (change: Partial<URL> = {}) => Object.assign(new URL(postgres.url), change).href;
const at = (change: Partial<URL>) => () => ({ DATABASE_URL: url(change) });

test.each<[what: string, environment: () => Record<string, string>, line: RegExp]>([
  [
    "a wrong password",
    at({ password: "swordfish" }),
    /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ refuses the sign-in: (?!.*swordfish)password auth.*; check the/,
  ],
  ["a place where nothing listens", at({ port: "1" }), /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 /],
  ["a database that is not there", at({ pathname: "/none" }), /answers, but database "none" does not exist; create it/],
  [
    "a role without rights",
    at({ pathname: "/empty", username: "limited", password: "hunter2" }),
    /limited may not create tables/,
  ],
  ["a read-only database", at({ pathname: "/standby" }), /the database standby is read-only/],
  ["another encoding", at({ pathname: "/latin" }), /the database latin has the encoding LATIN1 and needs UTF8/],
  [
    "an owner with a wrong password",
    () => ({ DATABASE_URL: url(), MIGRATION_DATABASE_URL: url({ password: "swordfish" }) }),
    /^MIGRATION_DATABASE_URL: (?!.*swordfish).*password authentication failed/,
  ],
  [
    "an owner of another database",
    () => ({ DATABASE_URL: url(), MIGRATION_DATABASE_URL: url({ pathname: "/empty" }) }),
    /^DATABASE_URL and MIGRATION_DATABASE_URL must lead to the same database$/,
  ],
  ["an owner alone", () => ({ MIGRATION_DATABASE_URL: url() }), /^MIGRATION_DATABASE_URL needs DATABASE_URL$/],
  [
    "a data folder that is a file",
    () => ({ DATABASE_URL: url(), DATA_DIR: join(dataDir, "auth.secret", "below") }),
    /^DATA_DIR .*below is not writable \(ENOTDIR\)$/,
  ],
])("%s is one line that says what to do", async (_what, environment, line) => {
  await expect(prepare(environment())).rejects.toThrow(line);
  await closeAll(closers);
});

test("of several hosts, the one that can be written to is used, even after a failover", async () => {
  const { username, password } = new URL(postgres.url);
  // A standby is an older copy of the primary that follows it.
  const { cluster } = pathsOf(standbyDir);
  writeFileSync(join(cluster, "standby.signal"), "");
  appendFileSync(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${postgres.port} user=${username} password=${password}'\n`,
  );
  const binaries = findBinaries();
  const port = await freePort();
  spawnPostmaster(standbyDir, port, binaries, runAs(standbyDir, binaries.postgres), 1);
  const replica = new pg.Pool({ host: "127.0.0.1", port, user: username, password, database: "pets", max: 1 });
  const ask = (sql: string) => replica.query(sql).then(({ rows }) => rows[0], String);
  try {
    await expect.poll(() => ask("SELECT to_regclass('pets') AS found")).toEqual({ found: "pets" });
    const hosts = `127.0.0.1:${port},127.0.0.1:${postgres.port}`;
    const several = url().replace(`127.0.0.1:${postgres.port}`, hosts);
    await prepare({ DATABASE_URL: `${several}?target_session_attrs=read-write` });
    const place = "SELECT inet_server_port() AS port";
    const pooled = async () => (await pool().query(place)).rows[0].port;
    const prepared = async () => Number((await queryPrepared({ name: "place", text: place }, []))[0]?.[0]);
    expect([await pooled(), await prepared()]).toEqual([postgres.port, postgres.port]);

    await postgres.stop();
    await ask("SELECT pg_promote()");
    for (const where of [pooled, prepared]) await expect.poll(() => where().catch(() => 0)).toBe(port);
  } finally {
    await replica.end();
  }
});
