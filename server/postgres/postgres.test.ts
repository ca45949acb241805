import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeData } from "@/e2e/testing/launcher";
import { copyOfTemplate, query } from "@/e2e/testing/template";
import { findBinaries } from "./binaries";
import { ensureCluster, pathsOf, readPidFile } from "./cluster";
import { holdServiceLock } from "./lock";
import { fileSize, keepLogSmall } from "./log";
import { type Postgres, startPostgres } from "./postgres";
import { findOrphans, inspect, isAlive, ownerOf } from "./processes";
import { type RunAs, runAs } from "./run-as";

/** Makes a backend hang, so that it does not notice when its client or postmaster ends. Returns its process id. */
async function hang(dataDir: string, url: string): Promise<number> {
  const pipe = join(dataDir, "pipe");
  execFileSync("/bin/sh", ["-c", 'mkfifo -m 666 -- "$1"', "sh", pipe]);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  // Opening a pipe without a writer blocks in the kernel.
  client.query(`COPY (SELECT 1) TO '${pipe}'`).catch(() => {});
  await expect.poll(() => inspect(rows[0].pid)?.args).toMatch(/COPY/);
  return rows[0].pid;
}

/** Returns a PATH without a program, but with `setpriv`, which root needs in a private folder. */
function pathWithout(program: string, folder: string): string {
  const path = join(folder, `without-${program}`);
  mkdirSync(path);
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((file) => existsSync(file));
  if (setpriv) symlinkSync(setpriv, join(path, "setpriv"));
  return path;
}

/** A PostgreSQL on another folder. */
const elsewhere = copyOfTemplate("elsewhere");
let other: Postgres;
let dataDir: string;

beforeAll(async () => {
  other = await startPostgres({ dataDir: elsewhere });
});
afterAll(() => removeData(elsewhere));
beforeEach(() => {
  dataDir = copyOfTemplate("postgres");
});
afterEach(() => removeData(dataDir));

const start = (options = {}) => startPostgres({ dataDir, ...options });
/** NaN while there is none: 0 would be the process group of the test. */
const pid = () => readPidFile(pathsOf(dataDir).pid)?.pid ?? Number.NaN;

describe("the embedded PostgreSQL", () => {
  test("keeps committed rows when it is stopped, and when it is killed, and starts again on its old port", async () => {
    const first = await start();
    expect(first.wasRunning).toBe(false);
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    expect(isAlive(pid())).toBe(true);
    await first.stop();
    expect(pid()).toBeNaN();

    const second = await start();
    await query(second.url, "UPDATE kept SET answer = 43");
    const postmaster = pid();
    process.kill(postmaster, "SIGKILL");
    await expect.poll(() => isAlive(postmaster)).toBe(false);
    expect(pid()).toBe(postmaster);
    const third = await start({ port: second.port });
    expect(third).toMatchObject({ port: second.port, wasRunning: false });
    expect(await query(third.url, "SELECT answer FROM kept")).toEqual([{ answer: 43 }]);
  });

  test("three concurrent starts start one PostgreSQL", async () => {
    const started = await Promise.all([start(), start(), start()]);
    expect(new Set(started.map(({ port }) => port)).size).toBe(1);
    expect(await start()).toMatchObject({ wasRunning: true, port: started[0].port });
  });

  test.each([
    ["that a crash left empty", () => ""],
    ["with the process id of another program", () => `${process.pid}\n${pathsOf(dataDir).cluster}\n0\n1\n`],
    [
      "with the process id of another PostgreSQL",
      () => readFileSync(pathsOf(elsewhere).pid, "utf8").replaceAll(elsewhere, dataDir),
    ],
  ])("a pid file %s is removed, even without `ps`, and nothing else is stopped", async (_what, content) => {
    const file = pathsOf(dataDir).pid;
    writeFileSync(file, content());
    utimesSync(file, 0, 0);
    const { PATH } = process.env;
    try {
      process.env.PATH = pathWithout("ps", dataDir);
      expect(await start()).toMatchObject({ wasRunning: false });
    } finally {
      process.env.PATH = PATH;
    }
    expect(await query(other.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("a backend that outlives its postmaster is ended before PostgreSQL starts again, and no other process", async () => {
    const first = await start();
    const backend = await hang(dataDir, first.url);
    const { cluster } = pathsOf(dataDir);
    const processes = await query(first.url, "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
    await expect.poll(() => findOrphans(cluster).sort()).toEqual(processes.map((row) => row.pid).sort());
    expect(ownerOf(pid(), cluster)).toBe("ours");
    expect(ownerOf(readPidFile(pathsOf(elsewhere).pid)?.pid ?? 0, cluster)).toBe("other");
    expect(ownerOf(process.pid, cluster)).toBe("other");

    process.kill(pid(), "SIGKILL");
    await expect.poll(() => findOrphans(cluster)).toEqual([backend]);
    const began = Date.now();
    expect(await start({ orphanPatienceMs: 500 })).toMatchObject({ wasRunning: false });
    expect(Date.now() - began).toBeGreaterThan(500);
    // Not even a zombie remains, as it would in a container without an init.
    expect(inspect(backend)?.isZombie ?? true).toBe(true);
    expect(await query(other.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("a start that is given up leaves nothing running", async () => {
    const giveUp = new AbortController();
    const starting = start({ signal: giveUp.signal });
    giveUp.abort();
    await expect(starting).rejects.toThrow(/aborted/);
    expect(findOrphans(pathsOf(dataDir).cluster)).toEqual([]);
    expect(pid()).toBeNaN();
  });

  test("a failed start reports PostgreSQL's reason in one line", async () => {
    appendFileSync(join(pathsOf(dataDir).cluster, "postgresql.conf"), "no_such_setting = 1\n");
    await expect(start()).rejects.toThrow(
      /^PostgreSQL did not start: configuration file ".*" contains errors \(.*postgres\.log\)$/,
    );
  });
});

test("its log is rotated while it runs, and both files stay small", async () => {
  const { log } = pathsOf(elsewhere);
  const stop = keepLogSmall(log, { maxBytes: 20_000, everyMs: 10 });
  const warn = (text: string) => query(other.url, `DO $$ BEGIN RAISE WARNING '${text}'; END $$`);
  try {
    while (fileSize(`${log}.1`) < 10_000) {
      await warn("x".repeat(1_000));
      expect(fileSize(log)).toBeLessThan(60_000);
    }
    expect(fileSize(`${log}.1`)).toBeLessThanOrEqual(20_000);
    // PostgreSQL continues in the file that every message names.
    await warn("the last one");
    expect(readFileSync(log, "utf8") + readFileSync(`${log}.1`, "utf8")).toContain("the last one");
    expect(statSync(`${log}.1`).mode & 0o077).toBe(0);
  } finally {
    stop();
  }
});

test("no connection succeeds without the password", async () => {
  const withPassword = (password: string) => Object.assign(new URL(other.url), { password }).href;
  await expect(query(withPassword(""), "SELECT 1")).rejects.toThrow();
  await expect(query(withPassword("postgres"), "SELECT 1")).rejects.toThrow(/password authentication failed/);
});

test("the service lock has one holder and is free after its release", async () => {
  const first = await holdServiceLock(other.url, 0);
  expect(await holdServiceLock(other.url, 0)).toBeNull();
  const waiting = holdServiceLock(other.url, 10_000);
  await first?.release();
  const second = await waiting;
  expect(second).not.toBeNull();
  await second?.release();
});

test("a first start on a full disk says that the disk is full", () => {
  const initdb = join(dataDir, "initdb");
  const lines = [
    'LOG [7] FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9',
    "LOG [7] HINT:  Check free disk space.",
    'initdb: removing data directory "cluster"',
  ];
  writeFileSync(initdb, `#!/bin/sh\necho '${lines.join("\n")}' >&2\nexit 1\n`, { mode: 0o755 });
  const as: RunAs = { command: (file, args) => ({ file, args: [...args], options: {} }), own: () => {} };
  const data = join(dataDir, "full");
  mkdirSync(data);
  expect(() => ensureCluster(data, { ...findBinaries(), initdb }, as)).toThrow(
    `in ${data}: could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9; Check free disk space.`,
  );
});

// Only root lends capabilities. Other users run PostgreSQL as themselves.
test.runIf(process.getuid?.() === 0)("root runs it in a folder that no other user may enter", () => {
  chmodSync(dataDir, 0o700);
  const root = join(dataDir, "project");
  cpSync(join(findBinaries().initdb, "../.."), root, { recursive: true, verbatimSymlinks: true });
  const data = join(dataDir, "data");
  mkdirSync(data);
  const program = (name: string) => join(root, "bin", name);
  const binaries = { initdb: program("initdb"), postgres: program("postgres"), pg_ctl: program("pg_ctl") };
  ensureCluster(data, binaries, runAs(data, binaries.postgres));
  expect(existsSync(join(pathsOf(data).cluster, "PG_VERSION"))).toBe(true);
});
