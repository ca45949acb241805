import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Launcher } from "@/e2e/testing/launcher";
import { copyOfTemplate, templateKey } from "@/e2e/testing/template";
import { parseEnv } from "@/lib/process/env";
import { type Closer, closeAll } from "../serving";
import { pathsOf, readPidFile } from "./cluster";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { startPostgres } from "./postgres";
import { findOrphans, isAlive, ownerOf } from "./processes";

// The service and its embedded PostgreSQL: who restarts it, and who may stop it.
let launcher: Launcher;
beforeEach(() => {
  launcher = new Launcher(copyOfTemplate("supervision"));
});
afterEach(() => launcher.clean());

/** NaN while there is none: 0 would be the process group of the test. */
const postmaster = () => readPidFile(pathsOf(launcher.dataDir).pid)?.pid ?? Number.NaN;
const port = () => readPidFile(pathsOf(launcher.dataDir).pid)?.port ?? 0;

async function get(url: string) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${templateKey()}` } });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

const isReady = async (origin: string) => (await get(`${origin}/readyz`)).status === 200;

/** Returns a connection of PostgreSQL's owner. */
async function connectOwner(): Promise<pg.Client> {
  const { url } = await startPostgres({ dataDir: launcher.dataDir });
  const client = new pg.Client({ connectionString: url });
  // PostgreSQL closes it when it dies, and when it recovers.
  client.on("error", () => {});
  await client.connect();
  return client;
}

test("the service restarts its PostgreSQL on the same port, with 503 until then, and ends when it keeps dying", async () => {
  const { dataDir } = launcher;
  const { origin, output, ended } = await launcher.startService();
  // When PostgreSQL recovers, the lock of the service is lost with its connection. No command may stop PostgreSQL then.
  const first = { pid: postmaster(), port: port() };
  const recovering = await connectOwner();
  const backends = "SELECT pid FROM pg_stat_activity WHERE usename = 'pets_service' LIMIT 1";
  process.kill((await recovering.query(backends)).rows[0].pid, "SIGKILL");
  await new Promise<void>((resolve) => recovering.once("end", () => resolve()));
  expect((await launcher.runToEnd(["keys", "list"])).output).toContain("Made");
  await expect.poll(() => isReady(origin)).toBe(true);
  await expect.poll(() => output()).toContain("PostgreSQL is available again");
  expect(postmaster()).toBe(first.pid);
  expect(await launcher.runToEnd([])).toEqual({
    code: 1,
    output: `DATA_DIR ${dataDir} is in use: a service or a command is already running on it\n`,
  });

  const gate = await connectOwner();
  await gate.query("BEGIN; LOCK TABLE pets, _prisma_migrations IN ACCESS EXCLUSIVE MODE");
  const running = Promise.all(["/v1/pets?limit=1", "/readyz"].map((path) => get(origin + path)));
  const waiting = "SELECT FROM pg_locks WHERE NOT granted";
  await expect.poll(async () => (await gate.query(waiting)).rowCount).toBe(2);
  process.kill(first.pid, "SIGKILL");
  const retryAfter = expect.stringMatching(/^[1-9]\d*$/);
  expect(await running).toMatchObject([{ status: 503, retryAfter }, { status: 503 }]);
  expect((await get(`${origin}/livez`)).status).toBe(200);
  await expect.poll(async () => (await get(`${origin}/v1/pets?limit=1`)).status).toBe(200);
  expect([postmaster() !== first.pid, port()]).toEqual([true, first.port]);

  let last = first.pid;
  for (let death = 2; death <= 5; death++) {
    await expect.poll(() => postmaster() !== last && isReady(origin)).toBe(true);
    last = postmaster();
    process.kill(last, "SIGKILL");
  }
  expect(await ended).toBe(1);
  const message = `PostgreSQL in DATA_DIR ${dataDir} ended 5 times within 5 minutes; ${pathsOf(dataDir).log} says why`;
  expect(output()).toContain(`"level":"error","message":"${message}"`);
});

test("SIGTERM while PostgreSQL is restarting exits with 0 and leaves nothing running", async () => {
  const { cluster } = pathsOf(launcher.dataDir);
  const { child, ended } = await launcher.startService();
  const killed = postmaster();
  process.kill(killed, "SIGKILL");
  await expect.poll(postmaster, { interval: 5 }).not.toBe(killed);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  await expect.poll(() => findOrphans(cluster)).toEqual([]);
  const left = postmaster();
  expect(left === 0 || ownerOf(left, cluster) !== "ours").toBe(true);
});

test("a command stops the PostgreSQL that it started, but not before others have finished with it", async () => {
  const closers: Closer[] = [];
  const settings = parseEnv({ DATA_DIR: launcher.dataDir });
  const postgres = await startEmbeddedPostgres(settings, closers);
  const other = new pg.Client({ connectionString: postgres.serviceUrl });
  await other.connect();
  const closed = closeAll(closers);
  // The command has looked twice, and waits on.
  const looks = new Set<string>();
  await expect
    .poll(async () => {
      const { rows } = await other.query(`SELECT query_start::text AS at FROM pg_stat_activity
        WHERE query LIKE '%pg_backend_pid%' AND pid <> pg_backend_pid()`);
      for (const { at } of rows) looks.add(at);
      return looks.size;
    })
    .toBeGreaterThan(1);
  const started = postmaster();
  expect(isAlive(started)).toBe(true);
  await other.end();
  await closed;
  expect(postmaster()).toBeNaN();
  await expect.poll(() => isAlive(started)).toBe(false);
});
