import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "@/e2e/testing/launcher";
import { findBinaries } from "./binaries";
import { ensureCluster, pathsOf, readPidFile } from "./cluster";
import { holdServiceLock } from "./lock";
import { fileSize, keepLogSmall } from "./log";
import { startPostgres } from "./postgres";
import { findChildren, findOrphans, inspect, isAlive, ownerOf } from "./processes";
import { type RunAs, runAs } from "./run-as";

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

/** Makes a backend hang, so that it does not notice when its client or postmaster ends. Returns its process id. */
async function hang(url: string): Promise<number> {
  const pipe = join(dataDir, "pipe");
  execFileSync("/bin/sh", ["-c", 'mkfifo -m 666 -- "$1"', "sh", pipe]);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  // Opening a pipe without a writer blocks in the kernel.
  client.query(`COPY (SELECT 1) TO '${pipe}'`).catch(() => {});
  const title = () => findChildren(pid()).find((child) => child.pid === rows[0].pid)?.args ?? "";
  await expect.poll(title).toMatch(/COPY/);
  return rows[0].pid;
}

/** Returns a PATH without a program, but with `setpriv`, which root needs in a private folder. */
function pathWithout(program: string): string {
  const folder = join(dataDir, `without-${program}`);
  mkdirSync(folder);
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  if (setpriv) symlinkSync(setpriv, join(folder, "setpriv"));
  return folder;
}

const pid = () => readPidFile(pathsOf(dataDir).pid)?.pid ?? 0;

describe("the embedded PostgreSQL", () => {
  test("starts, keeps committed rows across a restart, and stops", async () => {
    const first = await start();
    expect(first.wasRunning).toBe(false);
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

  test("keeps committed rows when it is killed", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    const postmaster = pid();
    process.kill(postmaster, "SIGKILL");
    const second = await start();
    expect(second.wasRunning).toBe(false);
    expect(pid()).not.toBe(postmaster);
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });

  test("a running PostgreSQL is adopted with its data", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ wasRunning: true, port: first.port });
  });

  test("three concurrent starts start one PostgreSQL", async () => {
    const started = await Promise.all([start(), start(), start()]);
    expect(new Set(started.map(({ port }) => port)).size).toBe(1);
  });

  test("an empty pid file, left behind by a crash, is removed", async () => {
    const first = await start();
    await first.stop();
    writeFileSync(pathsOf(dataDir).pid, "");
    const second = await start();
    expect(second.wasRunning).toBe(false);
    expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  }, 20_000);

  test("a pid file whose process id belongs to another program is removed, even without `ps`", async () => {
    const first = await start();
    await first.stop();
    writeFileSync(pathsOf(dataDir).pid, `${process.pid}\n${join(dataDir, "postgres")}\n0\n1\n`);
    const { PATH } = process.env;
    try {
      process.env.PATH = pathWithout("ps");
      const second = await start();
      expect(second.wasRunning).toBe(false);
      expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    } finally {
      process.env.PATH = PATH;
    }
  }, 20_000);

  test("a pid file whose process id belongs to another PostgreSQL is removed, and that one keeps running", async () => {
    const elsewhere = temporaryFolder("elsewhere");
    const other = await startPostgres({ dataDir: elsewhere });
    try {
      const first = await start();
      await first.stop();
      const file = readFileSync(pathsOf(elsewhere).pid, "utf8");
      writeFileSync(pathsOf(dataDir).pid, file.replaceAll(elsewhere, dataDir));
      const second = await start();
      expect(second).toMatchObject({ wasRunning: false });
      expect(second.port).not.toBe(other.port);
      expect(await query(other.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    } finally {
      await other.stop();
      rmSync(elsewhere, { recursive: true, force: true });
    }
  }, 20_000);

  test("starts again on its old port with a stale pid file", async () => {
    const first = await start();
    const postmaster = pid();
    process.kill(postmaster, "SIGKILL");
    await expect.poll(() => isAlive(postmaster)).toBe(false);
    expect(pid()).toBe(postmaster);
    const second = await startPostgres({ dataDir, port: first.port });
    expect(second).toMatchObject({ port: first.port, wasRunning: false });
  });

  test("a backend that outlives its postmaster is ended before PostgreSQL starts again", async () => {
    const first = await start();
    const backend = await hang(first.url);
    const bystander = await start();
    expect(bystander.wasRunning).toBe(true);
    process.kill(pid(), "SIGKILL");
    const began = Date.now();
    const second = await startPostgres({ dataDir, orphanPatienceMs: 2_000 });
    expect(Date.now() - began).toBeGreaterThan(2_000);
    expect(second.wasRunning).toBe(false);
    // Not even a zombie remains, as it would in a container without an init.
    expect(inspect(backend)?.isZombie ?? true).toBe(true);
  });

  test("no other process is mistaken for one that PostgreSQL left behind", async () => {
    const first = await start();
    const elsewhere = temporaryFolder("elsewhere");
    const other = await startPostgres({ dataDir: elsewhere });
    try {
      const cluster = pathsOf(dataDir).cluster;
      const own = findChildren(pid()).map((child) => child.pid);
      expect(findOrphans(cluster).toSorted()).toEqual(own.toSorted());
      expect(ownerOf(pid(), cluster)).toBe("ours");
      expect(ownerOf(readPidFile(pathsOf(elsewhere).pid)?.pid ?? 0, cluster)).toBe("other");
      expect(ownerOf(process.pid, cluster)).toBe("other");
      await first.stop();
      expect(findOrphans(cluster)).toEqual([]);
    } finally {
      await other.stop();
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test("a failed start reports PostgreSQL's reason in one line", async () => {
    const first = await start();
    await first.stop();
    appendFileSync(join(pathsOf(dataDir).cluster, "postgresql.conf"), "no_such_setting = 1\n");
    await expect(start()).rejects.toThrow(
      /^PostgreSQL did not start: configuration file ".*" contains errors \(.*postgres\.log\)$/,
    );
  });

  test("its log is rotated while it runs, and both files stay small", async () => {
    const { url } = await start();
    const { log } = pathsOf(dataDir);
    const stop = keepLogSmall(log, { maxBytes: 20_000, everyMs: 10 });
    try {
      const largest = { now: 0, before: 0 };
      for (let line = 0; line < 400; line++) {
        await query(url, `DO $$ BEGIN RAISE WARNING 'number ${line} ${"x".repeat(400)}'; END $$`);
        largest.now = Math.max(largest.now, fileSize(log));
        largest.before = Math.max(largest.before, fileSize(`${log}.1`));
      }
      expect(largest.before).toBeGreaterThan(10_000);
      expect(largest.before).toBeLessThanOrEqual(20_000);
      expect(largest.now).toBeLessThan(60_000);
      // PostgreSQL continues in the file that every message names.
      await query(url, "DO $$ BEGIN RAISE WARNING 'the last one'; END $$");
      expect(readFileSync(log, "utf8") + readFileSync(`${log}.1`, "utf8")).toContain("the last one");
      expect(statSync(`${log}.1`).mode & 0o077).toBe(0);
    } finally {
      stop();
    }
  });

  test("no connection succeeds without the password", async () => {
    const { url } = await start();
    const withPassword = (password: string) => Object.assign(new URL(url), { password }).href;
    await expect(query(withPassword(""), "SELECT 1")).rejects.toThrow();
    await expect(query(withPassword("postgres"), "SELECT 1")).rejects.toThrow(/password authentication failed/);
  });

  test("the service lock has one holder and is free after its release", async () => {
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
describe.runIf(process.getuid?.() === 0)("root in a folder that no other user may enter", () => {
  test("PostgreSQL finds its programs and creates its data folder", () => {
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
