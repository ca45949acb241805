import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { Launcher } from "@/e2e/testing/launcher";
import { MailServer } from "@/e2e/testing/mail-server";
import { copyOfTemplate, query, templateKey } from "@/e2e/testing/template";
import { pathsOf, readPidFile } from "@/server/postgres/cluster";
import { startPostgres } from "@/server/postgres/postgres";

// The service is killed while it adds animals, places orders and sends mail. What was acknowledged is stored, an order is
// stored with the status of its animal or not at all, and mail is sent again.
const launcher = new Launcher(copyOfTemplate("crash"));
const PASSWORD = "open-sesame-1";
const PATIENCE = { timeout: 60_000 };
const mail = new MailServer();
/** NaN while there is none: 0 would be the process group of the test. */
const postmaster = () => readPidFile(pathsOf(launcher.dataDir).pid)?.pid ?? Number.NaN;
let service: Awaited<ReturnType<Launcher["startService"]>>;
/** The URL of the database, for its owner. */
let url = "";

const startService = () =>
  launcher.startService({
    SMTP_URL: `smtp://shelter:${PASSWORD}@127.0.0.1:${mail.port}`,
    MAIL_FROM: "hello@pets.example",
    SITE_URL: "https://pets.example",
  });

const ask = (sql: string, values: unknown[] = []) => query(url, sql, values);

async function call(method: string, path: string, { body, as }: { body?: object; as?: string } = {}) {
  const response = await fetchDocumented(`${service.origin}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${templateKey()}`,
      "Content-Type": "application/json",
      ...(as !== undefined && { "Idempotency-Key": as }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json(), link: response.headers.get("link") };
}

const add = () => call("POST", "/pets", { body: { name: "Biscuit", categoryId: 1 } });
const place = (petId: number) => call("POST", "/store/orders", { body: { petId }, as: `order for ${petId}` });
const complete = (id: number) => call("POST", `/store/orders/${id}/complete`, { body: {} });
/** The status of an animal and of its orders. */
async function stateOf(petId: number) {
  const { json: orders } = await call("GET", `/store/orders?petId=${petId}`);
  return [(await call("GET", `/pets/${petId}`)).json.status, ...orders.map(({ status }: { status: string }) => status)];
}

/**
 * Kills something while an order is placed and another one completed: after the order was written, and before the
 * change was recorded, which comes last. Then repeats both.
 */
async function interrupt(kill: (backends: number[]) => Promise<unknown>) {
  const [placed, completed] = [(await add()).json.id, (await add()).json.id];
  const { id } = (await place(completed)).json;
  const gate = new pg.Client({ connectionString: url });
  // Killing a process of PostgreSQL ends all connections.
  gate.on("error", () => {});
  await gate.connect();
  await gate.query("BEGIN; LOCK TABLE changes IN ACCESS EXCLUSIVE MODE");
  const requests = Promise.allSettled([place(placed), complete(id)]);
  const waiting = "SELECT pid FROM pg_locks WHERE relation = 'changes'::regclass AND NOT granted";
  await vi.waitUntil(async () => (await gate.query(waiting)).rowCount === 2, PATIENCE);
  await kill((await gate.query(waiting)).rows.map(({ pid }) => pid));
  await gate.end().catch(() => {});
  for (const end of await requests) if (end.status === "fulfilled") expect(end.value.status).toBe(503);
  // Killed processes keep their locks until PostgreSQL notices.
  const open = "SELECT FROM pg_stat_activity WHERE application_name = 'pets' AND xact_start IS NOT NULL";
  await vi.waitUntil(async () => (await ask(open).catch(() => [null])).length === 0, PATIENCE);
  return { placed, completed, id };
}

async function expectNeitherThenBoth({ placed, completed, id }: Awaited<ReturnType<typeof interrupt>>) {
  expect([await stateOf(placed), await stateOf(completed)]).toEqual([["available"], ["pending", "open"]]);
  expect([(await place(placed)).status, (await complete(id)).status]).toEqual([201, 200]);
  // The answer that was lost is repeated, not the order.
  expect((await place(placed)).status).toBe(201);
  expect([await stateOf(placed), await stateOf(completed)]).toEqual([
    ["pending", "open"],
    ["sold", "completed"],
  ]);
}

/** Of the service that was killed. */
let output = "";
/** The animals of which the service said that they were added. */
const added: number[] = [];
let orders: Awaited<ReturnType<typeof interrupt>>;
/** The Message-ID of each attempt to send an e-mail. */
const tried: string[] = [];

beforeAll(async () => {
  ({ url } = await startPostgres({ dataDir: launcher.dataDir }));
  const running = postmaster();
  await ask(
    `INSERT INTO jobs (kind, template, data, created_at, due_at)
     SELECT 'mail', 'test', '{"to": "bo@home.example", "data": {}}', now(), now() FROM generate_series(1, 2)`,
  );
  await mail.listen();
  const sending = new Promise<void>((resolve) => {
    mail.beforeAccept = ({ id }) => {
      tried.push(id);
      resolve();
      return new Promise(() => {});
    };
  });
  service = await startService();
  await sending;
  orders = await interrupt(async () => {
    const flood = Array.from({ length: 8 }, async () => {
      for (;;) {
        added.push((await add()).json.id);
        if (added.length === 30) service.child.kill("SIGKILL");
      }
    });
    for (const end of await Promise.allSettled(flood)) expect(end).toMatchObject({ reason: expect.any(TypeError) });
    await service.ended;
  });
  // A command uses the PostgreSQL that is left behind, and does not stop it. The next start takes it over.
  expect((await launcher.runToEnd(["keys", "list"])).output).toContain("Made");
  expect(await ask("SELECT status FROM jobs")).toEqual([{ status: "waiting" }, { status: "waiting" }]);
  // As if the lease had ended.
  await ask("UPDATE jobs SET due_at = now()");
  mail.beforeAccept = ({ id }) => tried.push(id);
  output = service.output();
  service = await startService();
  expect(postmaster()).toBe(running);
  // Before a later test kills a process of PostgreSQL, which would have it sent once more.
  await vi.waitUntil(async () => (await ask("SELECT FROM jobs WHERE status <> 'done'")).length === 0, PATIENCE);
});
afterAll(async () => {
  await launcher.clean();
  await mail.close();
});

test("every animal that got 201 survives kill -9 during a flood", async () => {
  expect(added.length).toBeGreaterThanOrEqual(30);
  const stored: number[] = [];
  for (let path: string | undefined = "/pets?limit=100"; path; ) {
    const { json, link } = await call("GET", path);
    stored.push(...json.map(({ id }: { id: number }) => id));
    path = /<https?:\/\/[^/]+\/v1([^>]+)>; rel="next"/.exec(link ?? "")?.[1];
  }
  expect(added.filter((id) => !stored.includes(id))).toEqual([]);
});

test("after kill -9 of the service in the middle of an order, neither it nor the status of its animal is stored, and once it is repeated both are", () =>
  expectNeitherThenBoth(orders));

test("the same after kill -9 of a process of PostgreSQL", async () => {
  const interrupted = await interrupt(async ([backend]) => {
    process.kill(backend as number, "SIGKILL");
    await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).status).toBe(200);
  });
  await expectNeitherThenBoth(interrupted);
});

test("an e-mail that was being sent at kill -9 is sent again when its lease ends, as the same one", () => {
  const ids = mail.received.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids)).toEqual(new Set(tried));
  expect(tried).toHaveLength(3);
  expect(ids).toContain(tried[0]);
  expect(output + service.output()).not.toContain(PASSWORD);
});
