import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { holdServiceLock, startPostgres } from "./postgres";
import { findBinaries } from "./postgres/binaries";
import { ensureCluster, isAlive, pathsOf, readPidFile } from "./postgres/cluster";
import { runAs } from "./postgres/run-as";
import { temporaryFolder } from "./testing";

let dataDir: string;
const stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  dataDir = temporaryFolder("postgres");
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  const postgres = await startPostgres({ dataDir });
  stops.push(postgres.stop);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const pid = () => readPidFile(pathsOf(dataDir).pid)?.pid ?? 0;

describe("the embedded PostgreSQL", () => {
  test("starts, keeps what was committed over a restart, and stops", async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    expect(isAlive(pid())).toBe(true);
    await first.stop();
    expect(readPidFile(pathsOf(dataDir).pid)).toBeNull();

    const second = await start();
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    expect(await query(second.url, "SELECT datcollate, datlocale FROM pg_database WHERE datname = 'pets'")).toEqual([
      { datcollate: "C", datlocale: "C.UTF-8" },
    ]);
  });

  test("keeps what was committed when it is killed", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    const postmaster = pid();
    process.kill(postmaster, "SIGKILL");
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(pid()).not.toBe(postmaster);
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });

  test("one that runs already is adopted, with its data", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ adopted: true, port: first.port });
  });

  test("three starts in the same moment end with one PostgreSQL", async () => {
    const started = await Promise.all([start(), start(), start()]);
    expect(new Set(started.map(({ port }) => port)).size).toBe(1);
  });

  test("a pid file whose process id belongs to another program is cleared away", async () => {
    const first = await start();
    await first.stop();
    writeFileSync(pathsOf(dataDir).pid, `${process.pid}\n${join(dataDir, "postgres")}\n0\n1\n`);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("nobody gets in without the password", async () => {
    const { url } = await start();
    const withPassword = (password: string) => Object.assign(new URL(url), { password }).href;
    await expect(query(withPassword(""), "SELECT 1")).rejects.toThrow();
    await expect(query(withPassword("postgres"), "SELECT 1")).rejects.toThrow(/password authentication failed/);
  });

  test("the service lock: one holder, free again when it lets go", async () => {
    const { url } = await start();
    const first = await holdServiceLock(url, 0);
    expect(await holdServiceLock(url, 0)).toBeNull();
    const waiting = holdServiceLock(url, 10_000);
    await first?.release();
    const second = await waiting;
    expect(second).not.toBeNull();
    await second?.release();
  });
});

// Only root lends capabilities; everybody else runs PostgreSQL as themselves.
describe.runIf(process.getuid?.() === 0)("root in a folder that nobody else may enter", () => {
  test("PostgreSQL finds its programs and creates its data folder there", () => {
    chmodSync(dataDir, 0o700);
    const { root } = findBinaries();
    const project = join(dataDir, "project");
    cpSync(join(root, "native"), project, { recursive: true, verbatimSymlinks: true });
    const data = join(dataDir, "data");
    mkdirSync(data);
    const program = (name: string) => join(project, "bin", name);
    const binaries = {
      root: project,
      initdb: program("initdb"),
      postgres: program("postgres"),
      pgCtl: program("pg_ctl"),
    };
    ensureCluster(data, binaries, runAs(data, binaries.postgres));
    expect(existsSync(join(pathsOf(data).cluster, "PG_VERSION"))).toBe(true);
  });
});
