import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Launcher, NO_DEMO, temporaryFolder } from "@/e2e/testing/launcher";
import { MailServer, type ReceivedMail } from "@/e2e/testing/mail-server";
import { startPostgres } from "@/server/postgres/postgres";

// Mail sent by the whole service: by several processes, and by processes that are killed.
const launcher = new Launcher(temporaryFolder("mail"));
const PASSWORD = "open-sesame-1";
let server: MailServer;
/** A connection as the owner of the database. */
let database: pg.Client;

beforeAll(async () => {
  await launcher.startService(NO_DEMO);
  await launcher.kill();
  const { url } = await startPostgres({ dataDir: launcher.dataDir });
  database = new pg.Client({ connectionString: url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await launcher.clean();
});
beforeEach(async () => {
  server = new MailServer();
  await server.listen();
});
afterEach(async () => {
  await launcher.kill();
  await server.close();
  await database.query("DELETE FROM mail");
});

const environment = (more: Record<string, string> = {}) => ({
  SMTP_URL: `smtp://shelter:${PASSWORD}@127.0.0.1:${server.port}`,
  MAIL_FROM: "hello@pets.example",
  SITE_URL: "https://pets.example",
  ...more,
});

/** Adds mail that is due, as another process would. */
async function writeMail(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.query(
    `INSERT INTO mail (id, recipient, template, data, created_at, next_try_at)
     SELECT id::uuid, 'bo@home.example', 'test', '{}', now(), now() FROM unnest($1::text[]) AS id`,
    [ids],
  );
  return ids.map((id) => `<${id}@pets.example>`).sort();
}
const statuses = async () => (await database.query("SELECT status, count(*)::int FROM mail GROUP BY 1")).rows;

/** Calls `act` with each e-mail before it is accepted. Resolves when `act` returns true. */
function whenMail(act: (mail: ReceivedMail) => unknown): Promise<void> {
  return new Promise((resolve) => {
    server.beforeAccept = async (mail) => {
      if ((await act(mail)) === true) resolve();
    };
  });
}

test("two processes send at the same time, but each e-mail only once", async () => {
  const ids = await writeMail(30);
  const both = new Promise<void>((resolve) => {
    server.onConnection = () => server.connections === 2 && resolve();
  });
  let count = 0;
  const all = whenMail(async () => {
    // The first e-mail is held until another process sends one too.
    await both;
    return ++count === ids.length;
  });
  await launcher.startService(environment({ WORKERS: "2" }));
  await all;
  await expect.poll(statuses).toEqual([{ status: "sent", count: 30 }]);
  expect(server.received.map(({ id }) => id).sort()).toEqual(ids);
});

test("after kill -9 while an e-mail is being sent, the same one is sent again when its lease ends", async () => {
  const ids = await writeMail(2);
  const first = await launcher.startService(environment());
  const tried: string[] = [];
  await whenMail(({ id }) => {
    tried.push(id);
    first.child.kill("SIGKILL");
    return true;
  });
  await first.ended;
  expect(await statuses()).toEqual([{ status: "waiting", count: 2 }]);
  server.received.length = 0;
  // As if five minutes had passed.
  await database.query("UPDATE mail SET next_try_at = now()");
  const all = whenMail(({ id }) => tried.push(id) === 3);
  const second = await launcher.startService(environment());
  await all;
  await expect.poll(statuses).toEqual([{ status: "sent", count: 2 }]);
  expect(server.received.map(({ id }) => id).sort()).toEqual(ids);
  expect(ids).toContain(tried[0]);
  expect(first.output() + second.output()).not.toContain(PASSWORD);
});

test.each(["SITE_URL", "MAIL_FROM"])("SMTP_URL without %s: the start fails with one line", async (name) => {
  const { code, output } = await launcher.runToEnd([], environment({ [name]: "" }));
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^${name} must be set when SMTP_URL is: [^\\n]+\\n?$`, "m"));
  expect(output).not.toContain(PASSWORD);
});
