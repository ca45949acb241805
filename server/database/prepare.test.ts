import { appendFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "@/e2e/testing/launcher";
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
const dataDir = temporaryFolder("prepare");
const standbyDir = temporaryFolder("standby");
const closers: Closer[] = [];
let postgres: Postgres;

const prepare = (url: string) =>
  prepareDatabase(parseEnv({ DATABASE_URL: url, DATA_DIR: dataDir }), closers, { as: "command" });

beforeAll(async () => {
  postgres = await startPostgres({ dataDir });
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  for (const statement of [
    "CREATE ROLE limited LOGIN PASSWORD 'hunter2'",
    "CREATE DATABASE empty",
    "CREATE DATABASE standby",
    "ALTER DATABASE standby SET default_transaction_read_only = on",
    "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0",
  ])
    await owner.query(statement);
  await owner.end();
});
afterAll(async () => {
  await closeAll(closers);
  await postgres.stop();
  for (const folder of [dataDir, standbyDir]) rmSync(folder, { recursive: true, force: true });
});

test.each<[name: string, change: Partial<URL>, line: RegExp]>([
  [
    "a wrong password",
    { password: "swordfish" },
    /at 127\.0\.0\.1:\d+ refuses the sign-in: (?!.*swordfish)password auth.*; check the/,
  ],
  ["a database that does not exist", { pathname: "/none" }, /answers, but database "none" does not exist; create it/],
  [
    "a role without rights",
    { pathname: "/empty", username: "limited", password: "hunter2" },
    /limited may not create tables/,
  ],
  ["a read-only database", { pathname: "/standby" }, /the database standby is read-only/],
  ["another encoding", { pathname: "/latin" }, /the database latin has the encoding LATIN1 and needs UTF8/],
])("%s is one line that says what to do", async (_name, change, line) => {
  const failure: Error = await prepare(Object.assign(new URL(postgres.url), change).href).then(
    () => expect.unreachable(),
    (error) => error,
  );
  await closeAll(closers);
  expect(failure.message).toMatch(line);
  expect(failure.message).toMatch(/^DATABASE_URL: .*$/);
});

test("of several hosts, the one that can be written to is used, even after a failover", async () => {
  // A standby is a copy of the primary that follows it.
  await postgres.stop();
  const [primary, standby] = [pathsOf(dataDir), pathsOf(standbyDir)];
  cpSync(primary.cluster, standby.cluster, { recursive: true });
  postgres = await startPostgres({ dataDir });
  const { username, password } = new URL(postgres.url);
  writeFileSync(join(standby.cluster, "standby.signal"), "");
  appendFileSync(
    join(standby.cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${postgres.port} user=${username} password=${password}'\n`,
  );
  const binaries = findBinaries();
  const as = runAs(standbyDir, binaries.postgres);
  as.own(standbyDir);
  const port = await freePort();
  const { stop, ended } = spawnPostmaster(standbyDir, port, binaries, as, 1);
  const replica = new pg.Client({ host: "127.0.0.1", port, user: username, password, database: "pets" });
  try {
    const hosts = `127.0.0.1:${port},127.0.0.1:${postgres.port}`;
    const several = postgres.url.replace(`127.0.0.1:${postgres.port}`, hosts);
    await prepare(`${several}?target_session_attrs=read-write`);
    const place = "SELECT inet_server_port() AS port";
    const pooled = async () => (await pool().query(place)).rows[0].port;
    const prepared = async () => Number((await queryPrepared({ name: "place", text: place }, []))[0]?.[0]);
    expect([await pooled(), await prepared()]).toEqual([postgres.port, postgres.port]);

    await expect
      .poll(() =>
        replica.connect().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect
      .poll(async () => (await replica.query("SELECT to_regclass('pets') AS found")).rows[0].found)
      .toBe("pets");
    await postgres.stop();
    await replica.query("SELECT pg_promote()");
    const eventually = (ask: () => Promise<number>) => expect.poll(() => ask().catch(() => 0)).toBe(port);
    await eventually(pooled);
    await eventually(prepared);
    await closeAll(closers);
  } finally {
    await replica.end().catch(() => {});
    stop();
    await ended;
  }
});
