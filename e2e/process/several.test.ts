import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { childrenOf, Launcher, type Run, removeData, startRedis, temporaryFolder } from "@/e2e/testing/launcher";
import { MailServer } from "@/e2e/testing/mail-server";
import { copyOfTemplate, query } from "@/e2e/testing/template";
import { freePort } from "@/server/port";
import { startPostgres } from "@/server/postgres/postgres";
import { isAlive } from "@/server/postgres/processes";

// Two services with one database and one Redis, as on two machines. The first has two workers.

// A real Redis. `npm test` installs it, or says that it cannot.
const program = process.env.REDIS_SERVER;
const database = copyOfTemplate("several");
const launcher = new Launcher(temporaryFolder("services"));
const mail = new MailServer();
const SITES = ["https://one.example", "https://two.example"];
let redis: ChildProcess;
let port = 0;
let environment: Record<string, string>;
let services: (Run & { origin: string })[];

beforeAll(async () => {
  const { url } = await startPostgres({ dataDir: database, processes: 4 });
  port = await freePort();
  if (program) redis = await startRedis(program, port);
  await mail.listen();
  environment = {
    DATABASE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: "hello@pets.example",
    TRUSTED_PROXIES: "1",
    PAGE_LIMIT: "20,20",
    STRANGER_LIMIT: "40,40",
    ...(program && { REDIS_URL: `redis://127.0.0.1:${port}` }),
  };
  services = await Promise.all(
    SITES.map((SITE_URL, at) => launcher.startService({ ...environment, SITE_URL, WORKERS: at === 0 ? "2" : "1" })),
  );
});
afterAll(async () => {
  await launcher.kill();
  await mail.close();
  redis?.kill("SIGKILL");
  for (const folder of [database, launcher.dataDir]) await removeData(folder);
});

test("two services send at the same time, but each e-mail only once", async () => {
  const ask = (sql: string) => query(String(environment.DATABASE_URL), sql);
  await ask(
    `INSERT INTO jobs (kind, template, data, created_at, due_at)
     SELECT 'mail', 'test', '{"to": "bo@home.example", "data": {}}', now(), now() FROM generate_series(1, 30)`,
  );
  // The first e-mail is held until another process sends one, too.
  const both = new Promise<void>((resolve) => {
    mail.onConnection = () => mail.connections === 2 && resolve();
  });
  mail.beforeAccept = () => both;
  // A process that puts mail into the outbox sends what is there.
  const body = JSON.stringify({ email: "staff@shelter.example" });
  for (const answer of await Promise.all(
    services.map(({ origin }) =>
      fetch(`${origin}/api/auth/forgotten-password`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      }),
    ),
  ))
    expect(answer.status).toBe(200);
  await expect
    .poll(() => ask("SELECT status, count(*)::int FROM jobs GROUP BY 1"))
    .toEqual([{ status: "done", count: 32 }]);
  const ids = (await ask("SELECT id FROM jobs")).map(({ id }) => String(id));
  expect(mail.received.map(({ id }) => id.slice(1, id.indexOf("."))).sort()).toEqual(ids.sort());
});

test("two services of one checkout keep their answers apart, and write none into it", async () => {
  const files = () =>
    readdirSync(".next", { recursive: true }).map((name) => `${name} ${statSync(join(".next", String(name))).mtimeMs}`);
  const before = files();
  for (const path of ["/openapi.json", "/robots.txt", "/sitemap.xml", "/feed.atom", "/openapi.json"]) {
    for (const [at, { origin }] of services.entries()) {
      const text = await (await fetch(origin + path)).text();
      const named = SITES.filter((site) => text.includes(site));
      expect(named, `${path} of ${SITES[at]}`).toEqual([SITES[at]]);
    }
  }
  expect(files()).toEqual(before);
  // What the build has made already would be the same for both.
  const { routes } = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8"));
  expect(Object.keys(routes)).toEqual(["/_global-error"]);
});

describe.skipIf(!program)("limits shared through Redis", () => {
  let key = "";
  let id = "";
  const command = (...args: string[]) => launcher.runToEnd(args, { ...environment, SITE_URL: String(SITES[0]) });
  beforeAll(async () => {
    const numbers = ["--plan", "enterprise", "--per-minute", "100", "--per-day", "100"];
    ({ id, key } = JSON.parse((await command("keys", "create", "--name", "shared", ...numbers, "--json")).output));
  });

  /** Sends requests to both services in turn. Returns how many got each status. */
  async function count(requests: number, send: (origin: string) => Promise<Response>) {
    const counts: Record<number, number> = {};
    const answers = Array.from({ length: requests }, (_, index) => send(services[index % 2]?.origin ?? ""));
    for (const answer of await Promise.all(answers)) {
      await answer.arrayBuffer();
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    }
    return counts;
  }
  const withKey = (origin: string) =>
    fetchDocumented(`${origin}/v1/pets?limit=1`, { headers: { Authorization: `Bearer ${key}` } });

  test("all processes share the limits of keys and pages exactly, and commands see the counts", async () => {
    expect(await count(6, withKey)).toEqual({ 200: 6 });
    expect(await count(200, withKey)).toEqual({ 200: 94, 429: 106 });
    const page = (origin: string) => fetch(`${origin}/docs`, { headers: { "X-Forwarded-For": "192.0.2.1" } });
    expect(await count(60, page)).toEqual({ 200: 20, 429: 40 });
    expect(JSON.parse((await command("keys", "show", id)).output).day.remaining).toBe(0);
  });

  test("each process limits alone while Redis hangs or is down, and restores the counts in one that comes back empty", async () => {
    const stranger = (origin: string) =>
      fetchDocumented(`${origin}/v1/pets`, { headers: { "X-Forwarded-For": "192.0.2.7" } });
    const linesWith = (text: string) => services.map(({ output }) => output().split(text).length - 1);
    const gone = () => linesWith("Redis is unavailable");
    const back = () => linesWith("Redis is available again");
    const isBack = () => expect.poll(() => gone().join() === back().join()).toBe(true);
    expect(await count(20, stranger)).toEqual({ 401: 20 });
    redis.kill("SIGSTOP");
    expect([await count(4, stranger), await count(4, withKey)]).toEqual([{ 401: 4 }, { 429: 4 }]);
    await expect.poll(gone).toEqual([expect.any(Number), 1]);
    redis.kill("SIGCONT");
    await isBack();

    const [one = 0, two = 0] = gone();
    const died = once(redis, "close");
    redis.kill("SIGKILL");
    await died;
    await expect.poll(gone).toEqual([one + 2, two + 1]);
    redis = await startRedis(String(program), port);
    await isBack();
    // About 16 of 40 are left, or more: a process knows the counts as of its own last request.
    const { 401: more = 0 } = await count(40, stranger);
    expect(more).toBeGreaterThan(10);
    expect(more).toBeLessThan(40);
  });
});

test("the workers stop when their main process is killed", async () => {
  const { child, ended } = services[0] as Run;
  const workers = childrenOf(child.pid, "start.mjs");
  expect(workers).toHaveLength(2);
  child.kill("SIGKILL");
  await ended;
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
});
