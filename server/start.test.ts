import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Launcher, type Run, removeData, temporaryFolder, whenServing } from "@/e2e/testing/launcher";
import { copyOfTemplate, query, templateKey } from "@/e2e/testing/template";
import { pathsOf, readPidFile } from "./postgres/cluster";
import { startPostgres } from "./postgres/postgres";

// The command itself, as a person starts it. Tests of one `describe` build on each other.

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describe("the first start", () => {
  const launcher = new Launcher(temporaryFolder("start"));
  const { dataDir } = launcher;
  let service: Run;
  let loser: Run;
  let origin = "";
  afterAll(() => launcher.clean());

  beforeAll(async () => {
    const [one, two] = [launcher.start(), launcher.start()];
    const serving = await Promise.any([whenServing(one), whenServing(two)]);
    [service, origin] = [serving, serving.origin];
    loser = service.child === one.child ? two : one;
  });
  const printed = (pattern: RegExp) => pattern.exec(service.output())?.[1] ?? "";

  test("of two simultaneous ones one serves, and the other says in one line that it does", async () => {
    expect(await loser.ended).toBe(1);
    expect(loser.output()).toMatch(/^DATA_DIR \S+ is in use: .*already running on it.*\n$/m);
    expect(loser.output()).not.toContain("    at ");
  });

  test("prints the URL, a demo key that reads for 30 days, and a working curl command", async () => {
    const demo = printed(/Demo API key +(pet_live_\w+) +\(reads animals, for 30 days\)\n/);
    const [, key = "", url = ""] = /curl -H "Authorization: Bearer (\S+)" "(\S+)"/.exec(service.output()) ?? [];
    expect(key).toBe(demo);
    expect(await (await fetch(url, { headers: bearer(demo) })).json()).toHaveLength(3);
    expect((await fetch(`${origin}/v1/pets`, { method: "POST", headers: bearer(demo) })).status).toBe(403);
    const { url: database } = await startPostgres({ dataDir });
    const days = "SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM keys";
    expect(await query(database, days)).toEqual([{ days: 30 }]);
  });

  test("prints a sign-in whose password must be changed, and which a command resets", async () => {
    const email = printed(/e-mail +(\S+)/);
    expect(service.output()).toContain("The password must be changed at the first sign-in, within 72 hours.");
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(origin + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: origin, ...headers },
        body: JSON.stringify(body),
      });
    const signIn = (password: string) => post("/api/auth/sign-in/email", { email, password });
    const cookieOf = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .map((line) => line.split(";", 1)[0])
        .join("; ");
    const authorization = async (cookie: string) =>
      bearer((await (await fetch(`${origin}/browser-token`, { headers: { cookie } })).json()).token);
    const add = async (cookie: string) =>
      (await post("/v1/pets", { name: "A", categoryId: 1 }, await authorization(cookie))).status;

    const currentPassword = printed(/password +(\S+)/);
    const first = cookieOf(await signIn(currentPassword));
    expect(await add(first)).toBe(403);
    const newPassword = "plum lantern quietly seven";
    const own = cookieOf(await post("/api/auth/change-password", { currentPassword, newPassword }, { cookie: first }));
    expect(await add(own)).toBe(201);
    const changes = await (
      await fetch(`${origin}/v1/changes?about=people`, { headers: await authorization(own) })
    ).json();
    const added = expect.objectContaining({ action: "person.add", email });
    expect(changes).toContainEqual(
      expect.objectContaining({ actor: { kind: "service", name: null }, changes: [added] }),
    );

    const { code, output } = await launcher.runToEnd(["staff", "reset", email.toUpperCase()]);
    expect(code).toBe(0);
    expect([await add(own), (await signIn(newPassword)).status]).toEqual([403, 401]);
    expect((await signIn(output.split("\n")[1] ?? "")).status).toBe(200);
  });

  test("keeps its secrets in files that only the owner reads, and its data on the disk", async () => {
    for (const file of [join(dataDir, "auth.secret"), pathsOf(dataDir).password, pathsOf(dataDir).servicePassword]) {
      expect(statSync(file).mode & 0o077).toBe(0);
      expect(service.output()).not.toContain(readFileSync(file, "utf8").trim());
    }
    const { url } = await startPostgres({ dataDir });
    const settings = "'fsync', 'full_page_writes', 'synchronous_commit'";
    const rows = await query(url, `SELECT DISTINCT setting FROM pg_settings WHERE name IN (${settings})`);
    expect(rows).toEqual([{ setting: "on" }]);
  });
});

// Only root can start it as another user, who has to be able to enter the folder of the code.
const NOBODY = 65_534;
const canRead =
  process.getuid?.() === 0 && spawnSync(process.execPath, ["--version"], { uid: NOBODY, gid: NOBODY }).status === 0;

describe("a start by a user who may only read the code", () => {
  const launcher = new Launcher(copyOfTemplate("start"), canRead ? NOBODY : undefined);
  const { dataDir } = launcher;
  if (canRead) execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, dataDir]);
  afterAll(() => launcher.clean());
  const postmaster = () => readPidFile(pathsOf(dataDir).pid);

  test("SIGTERM answers the running request, stops PostgreSQL and exits with 0", async () => {
    const { origin, child, ended, output } = await launcher.startService();
    expect(output()).not.toMatch(/Installing|Generating|Bundling|Building|password +\S+/);
    const gate = new pg.Client({ connectionString: (await startPostgres({ dataDir })).url });
    await gate.connect();
    await gate.query("BEGIN; LOCK TABLE pets IN ACCESS EXCLUSIVE MODE");
    const running = fetch(`${origin}/v1/pets/1`, { headers: bearer(templateKey()) });
    const waiting = "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted";
    await expect.poll(async () => (await gate.query(waiting)).rows[0].count).toBe(1);
    child.kill("SIGTERM");
    await expect.poll(output).toContain('"message":"stopping"');
    await gate.end();
    expect((await running).status).toBe(404);
    expect(await ended).toBe(0);
    expect(postmaster()).toBeNull();
  });

  test("that fails prints one line, exits with 1 and leaves nothing running", async () => {
    const { code, output } = await launcher.runToEnd([], { HOST: "192.0.2.1" });
    expect(code).toBe(1);
    expect(output.replace(/^\{.*\}\n/gm, "")).toBe("PORT 0 on HOST 192.0.2.1 cannot be used (EADDRNOTAVAIL)\n");
    expect(postmaster()).toBeNull();
  });
});

test("with DATABASE_URL and MIGRATION_DATABASE_URL, the owner migrates, no embedded PostgreSQL starts, and Ctrl-C exits with 0", async () => {
  const database = copyOfTemplate("external");
  const postgres = await startPostgres({ dataDir: database });
  const launcher = new Launcher(temporaryFolder("own"));
  try {
    await query(postgres.url, "CREATE ROLE limited LOGIN PASSWORD 'hunter2'");
    await query(postgres.url, "CREATE DATABASE fresh");
    const fresh = { pathname: "/fresh" };
    const environment = {
      DATABASE_URL: Object.assign(new URL(postgres.url), fresh, { username: "limited", password: "hunter2" }).href,
      MIGRATION_DATABASE_URL: Object.assign(new URL(postgres.url), fresh).href,
      DEMO_DATA: "false",
    };
    const { origin, child, ended, output } = await launcher.startService(environment);
    expect(output()).toMatch(/password +\S+/);
    expect(output()).not.toMatch(/pet_live_/);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(await (await fetch(origin)).text()).toContain("No animals here right now");
    expect(existsSync(pathsOf(launcher.dataDir).cluster)).toBe(false);
    const users = "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'fresh'";
    expect(await query(postgres.url, users)).toEqual([{ usename: "limited" }]);

    await postgres.stop();
    for (const path of ["/animals/1", "/privacy", "/feed.atom"]) {
      const ask = async () => {
        const { status, headers } = await fetch(origin + path);
        return [status, headers.get("retry-after")];
      };
      await expect.poll(ask, { message: path }).toEqual([503, "5"]);
    }
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  } finally {
    await launcher.clean();
    await removeData(database);
  }
});
