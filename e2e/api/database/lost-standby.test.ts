import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as readyz } from "@/app/readyz/route";
import { temporaryFolder } from "@/e2e/testing/launcher";
import { applyMigrations, grantRows } from "@/server/database/migrate";
import { pathsOf } from "@/server/postgres/cluster";
import { type Postgres, startPostgres } from "@/server/postgres/postgres";
import { SERVICE_ROLE } from "@/server/postgres/role";
import { sweepUp } from "@/server/sweep";
import { expectError, expectPets } from "../support/answers";
import { type Answer, newPerson, suiteService } from "../support/service";

// A primary and a synchronous standby, of which the standby ends and comes back.
const folders = { primary: temporaryFolder("primary"), standby: temporaryFolder("standby") };
let primary: Postgres;
let standby: Postgres;
let owner: pg.Client;

beforeAll(async () => {
  const empty = await startPostgres({ dataDir: folders.primary });
  await empty.stop();
  const [from, to] = [pathsOf(folders.primary), pathsOf(folders.standby)];
  for (const part of ["cluster", "password", "servicePassword"] as const)
    execFileSync("cp", ["-a", from[part], to[part]]);
  primary = await startPostgres({ dataDir: folders.primary });
  const { port, password } = new URL(primary.url);
  writeFileSync(join(to.cluster, "standby.signal"), "");
  appendFileSync(
    join(to.cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby'\n`,
  );
  standby = await startPostgres({ dataDir: folders.standby });
  await applyMigrations(primary.url);
  await grantRows(primary.url, SERVICE_ROLE);
  owner = new pg.Client(primary.url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await Promise.all([standby.stop(), primary.stop()]);
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
});
const service = suiteService({ databaseUrl: () => primary.serviceUrl });

const body = JSON.stringify({ name: "Waiting", categoryId: 1 });
const writes = (id: number): (() => Promise<Answer>)[] => [
  () => service.call("POST /v1/pets", { body }),
  () => service.call("POST /v1/pets", { body, headers: { "idempotency-key": crypto.randomUUID() } }),
  () =>
    service.call(`PATCH /v1/pets/${id}`, {
      body: JSON.stringify({ name: crypto.randomUUID() }),
      headers: { "if-match": "*" },
    }),
];

/** How many backends wait for the standby. */
const waiting = async () =>
  (await owner.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).rowCount ?? 0;

/** Expects that what only reads goes on, on each way to the database. */
async function expectReads(key: string): Promise<void> {
  const reads = ["/pets", "/pets?q=wait", "/pets/1", "/pets/1/history", "/store/orders", "/keys", "/applications"];
  const answers = await Promise.all(reads.map((path) => service.call(`GET /v1${path}`, { key })));
  expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200));
  expect((await readyz()).status).toBe(200);
}

test("a lost synchronous standby stops only writes, and what waits for it is neither cancelled nor without bound", async () => {
  await owner.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await owner.query("SELECT pg_reload_conf()");
  const synchronous = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
  await expect.poll(async () => (await owner.query(synchronous)).rowCount).toBe(1);
  const { token } = await newPerson("admin");
  for (const write of [...writes(1), ...writes(1)]) expect((await write()).status).toBeLessThan(300);
  await expectReads(token);

  await standby.stop();
  const early = Array.from({ length: 30 }, () => writes(1).map((write) => write())).flat();
  // Background work adds to that.
  void sweepUp();
  await expect.poll(waiting).toBeGreaterThan(0);
  await expectReads(token);
  // After at most a few seconds, further writes are refused at once.
  await expect
    .poll(async () => {
      const began = performance.now();
      const { status } = await service.call("POST /v1/pets", { body });
      return status === 503 && performance.now() - began < 500;
    })
    .toBe(true);
  for (const answer of await Promise.all(early)) {
    expectError(answer, 503, "unavailable");
    expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  }
  await expectReads(token);
  // The service has given up all of these connections. What waits behind them counts.
  for (const write of writes(2)) expectError(await write(), 503, "unavailable");
  expect(await waiting()).toBeLessThanOrEqual(7);
  const count = await service.count();

  standby = await startPostgres({ dataDir: folders.standby });
  await expect.poll(waiting).toBe(0);
  await expect.poll(async () => (await service.call("POST /v1/pets", { body })).status).toBe(201);
  for (const write of writes(1)) expect((await write()).status).toBeLessThan(300);
  expectPets(await service.call("GET /v1/pets"));
  expect(await service.count()).toBeGreaterThan(count + 1);
  expect(readFileSync(pathsOf(folders.primary).log, "utf8")).not.toMatch(/cancel/i);
});
