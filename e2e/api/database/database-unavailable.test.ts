import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { GET as livez } from "@/app/livez/route";
import { GET as readyz } from "@/app/readyz/route";
import { type Network, startNetwork } from "@/e2e/testing/network";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import type { Statement } from "@/lib/database/pg-private";
import { pool, writePool } from "@/lib/database/pool";
import { Pipeline } from "@/lib/database/prepared";
import { settings } from "@/lib/process/settings";
import { expectError } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

/** Between the service and PostgreSQL. */
let network: Network;
let directUrl = "";
beforeAll(async () => {
  network = await startNetwork(Number(new URL(inject("serviceUrl")).port));
});
// Hooks run in reverse, so the service has stopped by then.
afterAll(() => network.close());
const service = suiteService({
  databaseUrl: (url) => {
    directUrl = url;
    return Object.assign(new URL(url), { port: new URL(network.origin).port }).href;
  },
});

const post = () => service.call("POST /v1/pets", { body: `{"name":"A","categoryId":1}` });
/** Adds an animal in a transaction of Prisma. */
const postOnce = () =>
  service.call("POST /v1/pets", {
    body: `{"name":"A","categoryId":1}`,
    headers: { "idempotency-key": crypto.randomUUID() },
  });

/** Makes the database read-only, as a standby is. Open connections are not affected until they reconnect. */
async function setReadOnly(value: "on" | "off", { reconnect = true } = {}): Promise<void> {
  await setDatabase("default_transaction_read_only", value);
  if (reconnect) await breakConnections();
}

/** Sets a parameter of the database for connections that are opened later. */
const setDatabase = (parameter: string, value: string) =>
  asOwner(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${parameter} = ${value}', current_database()); END $$`);

/** Ends every connection to the database. Returns when the service has opened new ones. */
async function breakConnections(): Promise<void> {
  await asOwner(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  // Every connection notices, and the service opens new ones.
  await expect.poll(async () => (await service.call("GET /v1/pets")).status).toBe(200);
  const query = () => pool().query("SELECT 1");
  await expect.poll(() => query().then(Boolean, () => false)).toBe(true);
}

const calls = [() => service.call("GET /v1/pets"), () => service.call("GET /v1/pets/1"), post];

describe("the database is unavailable", () => {
  test("requests answer 503 with Retry-After, and succeed when it is back", async () => {
    network.cut();
    await service.call("GET /v1/pets", { record: "unavailable" });
    for (const call of calls) {
      const answer = await call();
      expectError(answer, 503, "unavailable");
      expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    }
    expect((await readyz()).status).toBe(503);
    expect((await livez()).status).toBe(200);
    network.restore();
    await expect.poll(async () => (await service.call("GET /v1/pets")).status).toBe(200);
    expect((await readyz()).status).toBe(200);
    expect((await post()).status).toBe(201);
  });

  test("a connection that breaks while /readyz waits on it does not end the process", async () => {
    const crashes: unknown[] = [];
    const note = (error: unknown) => crashes.push(error);
    process.on("uncaughtException", note);
    const query = vi.spyOn(pg.Client.prototype, "query");
    network.stall();
    const answer = readyz();
    await expect.poll(() => query.mock.calls.some(([text]) => String(text).includes("_prisma_migrations"))).toBe(true);
    network.cut();
    expect((await answer).status).toBe(503);
    query.mockRestore();
    network.restore();
    await expect.poll(async () => (await readyz()).status).toBe(200);
    process.off("uncaughtException", note);
    expect(crashes).toEqual([]);
  });

  test("statements that a silent database does not answer fail in time, and the next one gets a new connection", async () => {
    const pipeline = new Pipeline({ connectionString: settings().DATABASE_URL, query_timeout: 500 }, 1);
    const one: Statement = { name: "one", text: "SELECT 1" };
    await pipeline.query(one, []);
    network.stall();
    const waiting = [pipeline.query(one, []), pipeline.query(one, [])];
    for (const result of await Promise.allSettled(waiting))
      expect(result).toEqual({ status: "rejected", reason: expect.toSatisfy(isDatabaseUnavailable) });
    network.restore();
    expect(await pipeline.query(one, [])).toEqual([["1"]]);
    await pipeline.close();
    await expect.poll(async () => (await service.call("GET /v1/pets")).status).toBe(200);
  });

  test("requests in progress when the database stops are all answered", async () => {
    const all = Promise.all(Array.from({ length: 30 }, (_, n) => calls[n % calls.length]?.()));
    network.cut();
    for (const answer of await all) expect([200, 201, 404, 503]).toContain(answer?.status);
    network.restore();
    await expect.poll(async () => (await service.call("GET /v1/pets")).status).toBe(200);
  });

  test("a locked table answers 503 after the timeout", async () => {
    const holder = new pg.Client({ connectionString: directUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE pets IN ACCESS EXCLUSIVE MODE");
    const answer = await post();
    await holder.query("ROLLBACK");
    await holder.end();
    expectError(answer, 503, "unavailable");
  });

  test("a transaction that gets no connection in time answers 503, not 500", async () => {
    const holders = await Promise.all(Array.from({ length: writePool().options.max }, () => writePool().connect()));
    const answer = await postOnce();
    for (const holder of holders) holder.release();
    expectError(answer, 503, "unavailable");
    expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  });

  test("during a failover writes get 503 and the service is not ready, and after it writes reach the new primary", async () => {
    for (const create of [post, postOnce]) {
      expect((await create()).status).toBe(201);
      await setReadOnly("on");
      const refused = await create();
      expectError(refused, 503, "unavailable");
      expect(refused.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
      expect((await readyz()).status).toBe(503);
      // A request that meets a connection that is being closed is told to try again. The next one is read.
      await expect.poll(async () => (await service.call("GET /v1/pets")).status).toBe(200);

      await setReadOnly("off", { reconnect: false });
      // Open connections still lead to the standby. A write that fails there closes its connection.
      await expect.poll(async () => (await create()).status).toBe(201);
      // Asking is enough: each time, /readyz closes one connection that still leads to the standby.
      await expect.poll(async () => (await readyz()).status).toBe(200);
    }
  });

  test("a full disk makes the service not ready, and is logged when it begins and when it is over", async () => {
    const lines: { message: string; reason?: string }[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0);
    await asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
      END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON pets EXECUTE FUNCTION refuse()`);
    for (const create of [post, postOnce, post, post]) expectError(await create(), 503, "unavailable");
    expect((await readyz()).status).toBe(503);
    expect((await service.call("GET /v1/pets")).status).toBe(200);

    // Of temporary files, too, there may be none, as if the disk were still full.
    await setDatabase("temp_file_limit", "1");
    await breakConnections();
    await asOwner("DROP FUNCTION refuse CASCADE");
    const query = vi.spyOn(pg.Client.prototype, "query");
    await expect.poll(() => query.mock.calls.some(([text]) => String(text).includes("work_mem"))).toBe(true);
    query.mockRestore();
    expect((await readyz()).status).toBe(503);
    await setDatabase("temp_file_limit", "DEFAULT");
    await breakConnections();
    await expect.poll(async () => (await readyz()).status).toBe(200);
    vi.mocked(process.stdout.write).mockRestore();
    expect((await post()).status).toBe(201);
    expect(lines.filter(({ message }) => /^database (un)?available/.test(message))).toEqual([
      expect.objectContaining({ message: "database unavailable", reason: expect.stringContaining("No space left") }),
      expect.objectContaining({ message: "database available again" }),
    ]);
  });

  test("a missing migration makes the service not ready", async () => {
    await asOwner("UPDATE _prisma_migrations SET finished_at = NULL");
    expect((await readyz()).status).toBe(503);
    await asOwner("UPDATE _prisma_migrations SET finished_at = now()");
    expect((await readyz()).status).toBe(200);
  });
});
