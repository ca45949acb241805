import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { Launcher, NO_DEMO, temporaryFolder } from "@/e2e/testing/launcher";
import { startPostgres } from "@/server/postgres/postgres";

// An order and the status of its animal, when something is killed in between: both are stored, or neither.
const launcher = new Launcher(temporaryFolder("orders"));
let service: Awaited<ReturnType<Launcher["startService"]>>;
let key = "";
/** The URL of the database, for its owner. */
let databaseUrl = "";

beforeAll(async () => {
  service = await launcher.startService(NO_DEMO);
  const scopes = "pets:read,pets:write,orders:read,orders:write";
  const plan = ["--plan", "enterprise", "--per-minute", "1000000", "--per-day", "1000000"];
  const made = await launcher.runToEnd(["keys", "create", "--name", "desk", "--scopes", scopes, ...plan, "--json"]);
  key = JSON.parse(made.output).key;
  databaseUrl = (await startPostgres({ dataDir: launcher.dataDir })).url;
});
beforeEach(async () => {
  if (service.child.exitCode !== null || service.child.signalCode !== null) {
    service = await launcher.startService(NO_DEMO);
  }
});
afterAll(() => launcher.clean());

type Order = { id: number; petId: number; status: string };

async function call(method: string, path: string, { body, as }: { body?: object; as?: string } = {}) {
  const response = await fetchDocumented(`${service.origin}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      ...(as !== undefined && { "Idempotency-Key": as }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

async function newPet(): Promise<number> {
  return (await call("POST", "/pets", { body: { name: "Biscuit", categoryId: 1 } })).json.id;
}

const place = (petId: number) => call("POST", "/store/orders", { body: { petId }, as: `order for ${petId}` });
const ordersOf = async (petId: number): Promise<Order[]> => (await call("GET", `/store/orders?petId=${petId}`)).json;
const statusOf = async (petId: number): Promise<string> => (await call("GET", `/pets/${petId}`)).json.status;

/** Expects that an animal is pending with one open order, or available with none. Returns whether it has one. */
async function expectWhole(petId: number): Promise<boolean> {
  const [orders, status] = [await ordersOf(petId), await statusOf(petId)];
  const isOrdered = orders.length > 0;
  expect({ petId, orders: orders.map((order) => order.status), status }).toEqual({
    petId,
    orders: isOrdered ? ["open"] : [],
    status: isOrdered ? "pending" : "available",
  });
  return isOrdered;
}

describe("kill -9 of the service while orders are placed", () => {
  test("each order exists together with the status of its animal or not at all, and repeating adds no second order", async () => {
    const pets: number[] = [];
    for (let count = 0; count < 60; count++) pets.push(await newPet());
    const answered: number[] = [];
    const waiting = [...pets];
    const desk = async () => {
      for (let petId = waiting.shift(); petId !== undefined; petId = waiting.shift()) {
        const { status } = await place(petId);
        expect(status).toBe(201);
        answered.push(petId);
        if (answered.length === 20) service.child.kill("SIGKILL");
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: 8 }, desk));
    const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(failures.length).toBeGreaterThan(0);
    // A lost connection. Any other failure is a wrong answer.
    for (const failure of failures) expect(failure).toBeInstanceOf(TypeError);
    await service.ended;

    service = await launcher.startService(NO_DEMO);
    for (const petId of pets) {
      const isOrdered = await expectWhole(petId);
      if (answered.includes(petId)) expect(isOrdered).toBe(true);
    }
    for (const petId of pets) expect((await place(petId)).status).toBe(201);
    for (const petId of pets) expect(await expectWhole(petId)).toBe(true);
  });
});

describe("kill -9 after the order was written and before its animal was", () => {
  const killers: [what: string, kill: (backends: number[]) => Promise<void>][] = [
    [
      "the service",
      async () => {
        service.child.kill("SIGKILL");
        await service.ended;
        service = await launcher.startService(NO_DEMO);
      },
    ],
    [
      "the processes of PostgreSQL that write them",
      async ([backend]) => {
        process.kill(backend as number, "SIGKILL");
        await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).status).toBe(200);
      },
    ],
  ];

  test.each(killers)(
    "%s: neither is stored, and after the request is repeated, both are stored once",
    async (_what, kill) => {
      const [placed, completed] = [await newPet(), await newPet()];
      const { id } = (await place(completed)).json;
      const complete = () => call("POST", `/store/orders/${id}/complete`, { body: {} });

      const gate = new pg.Client({ connectionString: databaseUrl });
      // Killing a process of PostgreSQL ends all connections.
      gate.on("error", () => {});
      await gate.connect();
      // What was changed is the last thing that an order writes.
      await gate.query("BEGIN; LOCK TABLE changes IN ACCESS EXCLUSIVE MODE");
      const requests = Promise.allSettled([place(placed), complete()]);
      const backends = await waitForWaiting(gate, 2);
      await kill(backends);
      await gate.end().catch(() => {});
      for (const end of await requests) if (end.status === "fulfilled") expect(end.value.status).toBe(503);

      // Killed processes keep their locks until PostgreSQL notices.
      await expect.poll(() => countTransactions()).toBe(0);
      expect(await expectWhole(placed)).toBe(false);
      expect(await expectWhole(completed)).toBe(true);
      expect((await place(placed)).status).toBe(201);
      expect((await complete()).status).toBe(200);
      expect(await expectWhole(placed)).toBe(true);
      expect((await ordersOf(completed)).map(({ status }) => status)).toEqual(["completed"]);
      expect(await statusOf(completed)).toBe("sold");
      // The answer that was lost is repeated, not the order.
      expect((await place(placed)).status).toBe(201);
      expect(await ordersOf(placed)).toHaveLength(1);
    },
  );
});

/** Waits until this many statements wait for a lock of the table. Returns the processes that execute them. */
async function waitForWaiting(client: pg.Client, count: number): Promise<number[]> {
  const waiting = async () => {
    const text = "SELECT pid FROM pg_locks WHERE relation = 'changes'::regclass AND NOT granted";
    return (await client.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
  };
  await expect.poll(async () => (await waiting()).length).toBe(count);
  return waiting();
}

/** How many transactions of the service are open. */
async function countTransactions(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const text = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pets' AND xact_start IS NOT NULL";
  return Number((await client.query(text).finally(() => client.end())).rows[0].count);
}
