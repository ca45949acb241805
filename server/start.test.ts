import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Launcher, NO_DEMO, type Run, temporaryFolder } from "@/e2e/testing/launcher";
import { pathsOf, readPidFile } from "./postgres/cluster";
import { startPostgres } from "./postgres/postgres";
import { isAlive } from "./postgres/processes";

// The command itself, as a person starts it, on a data folder of its own. Tests of one `describe` build on each other.
const launcher = new Launcher(temporaryFolder("start"));
const { dataDir } = launcher;

afterAll(() => launcher.clean());

describe("npm start", () => {
  let key = "";
  let origin = "";
  let service: Run;

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    });

  beforeAll(async () => {
    const started = await launcher.startService();
    service = started;
    origin = started.origin;
    key = await launcher.makeKey();
  });

  test("the first start prints the URL, a staff sign-in, a demo key and a working curl command", async () => {
    expect(service.output()).toMatch(/e-mail +staff@shelter\.example\n +password +[\w-]{20,}\n/);
    expect(service.output()).toContain("The password must be changed at the first sign-in, within 72 hours.");
    const curl = /curl -H "Authorization: Bearer (\S+)" "(\S+)"/.exec(service.output());
    const response = await fetch(String(curl?.[2]), { headers: { Authorization: `Bearer ${curl?.[1]}` } });
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(3);
  });

  test("the demo key only reads, and ends after 30 days", async () => {
    const [, demo = ""] = /Demo API key +(pet_live_\w+) +\(reads animals, for 30 days\)\n/.exec(service.output()) ?? [];
    const headers = { Authorization: `Bearer ${demo}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ name: "Biscuit", categoryId: 1 });
    expect((await fetch(`${origin}/v1/pets`, { method: "POST", headers, body })).status).toBe(403);
    const { output } = await launcher.runToEnd(["keys", "list"]);
    const [id = ""] =
      output
        .split("\n")
        .find((line) => line.includes(demo.slice(0, 13)))
        ?.split(" ") ?? [];
    const shown = JSON.parse((await launcher.runToEnd(["keys", "show", id])).output);
    expect(shown).toMatchObject({ scopes: ["pets:read"] });
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBeCloseTo(30 * 86_400_000, -4);
  });

  test("the demo data has about 60 animals, 8 categories and all three statuses", async () => {
    const pets = (await (await call("/v1/pets?limit=100")).json()) as { categoryId: number; status: string }[];
    expect(pets.length).toBeGreaterThanOrEqual(55);
    expect(pets.length).toBeLessThanOrEqual(65);
    expect(new Set(pets.map((pet) => pet.categoryId)).size).toBe(8);
    expect(new Set(pets.map((pet) => pet.status)).size).toBe(3);
  });

  test("GET /livez and GET /readyz answer 200", async () => {
    expect((await call("/livez")).status).toBe(200);
    expect((await call("/readyz")).status).toBe(200);
  });

  test("secrets are in the data folder, readable by the owner only, and never in the output", () => {
    const secret = readFileSync(join(dataDir, "auth.secret"), "utf8").trim();
    const password = readFileSync(pathsOf(dataDir).password, "utf8").trim();
    expect(service.output()).not.toContain(secret);
    expect(service.output()).not.toContain(password);
  });

  test("a second start on the same data folder fails with one line and disturbs nothing", async () => {
    const second = await launcher.runToEnd([]);
    expect(second).toEqual({
      code: 1,
      output: `DATA_DIR ${dataDir} is in use: the service is already running on it, at ${origin} (process ${service.child.pid})\n`,
    });
    expect((await call("/v1/pets?limit=1")).status).toBe(200);
  });

  test("keys create --json while the service runs prints only JSON, and the key works", async () => {
    const { code, output } = await launcher.runToEnd(["keys", "create", "--name", "While it runs", "--json"]);
    expect(code).toBe(0);
    const made = JSON.parse(output) as { id: string; key: string };
    expect(Object.keys(made).sort()).toEqual(["id", "key"]);
    const response = await fetch(`${origin}/v1/pets?limit=1`, { headers: { Authorization: `Bearer ${made.key}` } });
    expect(response.status).toBe(200);
    expect((await launcher.runToEnd(["keys", "list"])).output).toContain(
      `${made.id}  ${made.key.slice(0, 13)}  active`,
    );
    expect((await launcher.runToEnd(["keys", "revoke", made.id])).code).toBe(0);
    expect((await launcher.runToEnd(["keys", "list"])).output).toContain(
      `${made.id}  ${made.key.slice(0, 13)}  revoked`,
    );
  });

  test("every animal that got 201 survives kill -9 during a flood, and the next start works", async () => {
    const created: number[] = [];
    let answered = 0;
    const flood = Array.from({ length: 8 }, async () => {
      for (;;) {
        const body = JSON.stringify({ name: "Biscuit", categoryId: 1 });
        const answer = await call("/v1/pets", { method: "POST", body });
        if (answer.status !== 201) return;
        created.push(((await answer.json()) as { id: number }).id);
        if (++answered === 30) service.child.kill("SIGKILL");
      }
    });
    await Promise.allSettled(flood);
    await service.ended;
    expect(created.length).toBeGreaterThanOrEqual(30);

    const again = await launcher.startService();
    service = again;
    origin = again.origin;
    expect(again.output()).not.toMatch(/Installing|Generating|Bundling|Building|password +\S+-/);
    const { key: own } = JSON.parse(
      (await launcher.runToEnd(["keys", "create", "--name", "reader", "--plan", "business", "--json"])).output,
    );
    key = own;
    const stored = new Set<number>();
    for (let path: string | undefined = "/v1/pets?limit=100"; path; ) {
      const answer = await call(path);
      for (const pet of (await answer.json()) as { id: number }[]) stored.add(pet.id);
      path = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(created.filter((id) => !stored.has(id))).toEqual([]);
  });

  test("SIGTERM answers the running request, stops PostgreSQL and exits with 0", async () => {
    expect(isAlive(readPidFile(pathsOf(dataDir).pid)?.pid ?? 0)).toBe(true);
    const answers = Array.from({ length: 20 }, () => call("/v1/pets?limit=100").then((answer) => answer.json()));
    await answers[0];
    service.child.kill("SIGTERM");
    await Promise.allSettled(answers);
    expect(await service.ended).toBe(0);
    expect(readPidFile(pathsOf(dataDir).pid)).toBeNull();
  });

  test("keys create --json works while nothing runs, and leaves nothing running", async () => {
    const { code, output } = await launcher.runToEnd([
      "keys",
      "create",
      "--name",
      "Alone",
      "--scopes",
      "pets:read",
      "--json",
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(output).key).toMatch(/^pet_live_/);
    expect(readPidFile(pathsOf(dataDir).pid)).toBeNull();
  });

  test("seed adds no demo data where there are animals", async () => {
    const { code, output } = await launcher.runToEnd(["seed"]);
    expect([code, output]).toEqual([0, "There are already animals, so no demo data was added\n"]);
  });

  test("Ctrl-C exits with 0", async () => {
    const started = await launcher.startService();
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(0);
  });
});

describe("with DATABASE_URL and DEMO_DATA=false", () => {
  test("uses that PostgreSQL, starts none, adds no animals and no key, and while it is away pages answer 503", async () => {
    const database = temporaryFolder("external");
    const postgres = await startPostgres({ dataDir: database });
    const own = new Launcher(temporaryFolder("own"));
    try {
      const { origin, output, child, ended } = await own.startService({ ...NO_DEMO, DATABASE_URL: postgres.url });
      expect(output()).toMatch(/password +\S+/);
      expect(output()).not.toMatch(/pet_live_/);
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
      expect(await (await fetch(origin)).text()).toContain("No animals here right now");
      expect(existsSync(pathsOf(own.dataDir).cluster)).toBe(false);
      await postgres.stop();
      for (const path of ["/animals/1", "/privacy", "/feed.atom"]) {
        const ask = async () => {
          const { status, headers } = await fetch(origin + path);
          return [status, headers.get("retry-after")];
        };
        await expect.poll(ask, { message: path }).toEqual([503, "5"]);
      }
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    } finally {
      await own.kill();
      await postgres.stop();
      for (const folder of [own.dataDir, database]) rmSync(folder, { recursive: true, force: true });
    }
  });
});

test("two services of one checkout keep their answers apart, and write none into it", async () => {
  const database = temporaryFolder("external");
  const postgres = await startPostgres({ dataDir: database });
  const launchers = ["one", "two"].map((name) => new Launcher(temporaryFolder(name)));
  const files = () =>
    readdirSync(".next", { recursive: true }).map((name) => `${name} ${statSync(join(".next", String(name))).mtimeMs}`);
  try {
    const before = files();
    const sites = ["https://one.example", "https://two.example"];
    const environment = { ...NO_DEMO, DATABASE_URL: postgres.url };
    const services = await Promise.all(
      launchers.map((own, at) => own.startService({ ...environment, SITE_URL: String(sites[at]) })),
    );
    for (const path of ["/openapi.json", "/robots.txt", "/sitemap.xml", "/feed.atom", "/openapi.json"]) {
      for (const [at, { origin }] of services.entries()) {
        const text = await (await fetch(origin + path)).text();
        expect(
          sites.map((site) => text.includes(site)),
          `${path} of ${sites[at]}`,
        ).toEqual([at === 0, at === 1]);
      }
    }
    expect(files()).toEqual(before);
    // What the build has made already would be the same for both.
    const { routes } = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8"));
    expect(Object.keys(routes)).toEqual(["/_global-error"]);
  } finally {
    for (const own of launchers) await own.kill();
    await postgres.stop();
    for (const folder of [...launchers.map(({ dataDir }) => dataDir), database])
      rmSync(folder, { recursive: true, force: true });
  }
});

describe("with MIGRATION_DATABASE_URL", () => {
  test("migrations run as the owner, and the service and the commands have a role that cannot change tables", async () => {
    const database = temporaryFolder("external");
    const postgres = await startPostgres({ dataDir: database });
    const own = new Launcher(temporaryFolder("own"));
    const owner = new pg.Client({ connectionString: postgres.url });
    try {
      await owner.connect();
      await owner.query("CREATE ROLE limited LOGIN PASSWORD 'hunter2'; GRANT CONNECT ON DATABASE pets TO limited");
      const limited = Object.assign(new URL(postgres.url), { username: "limited", password: "hunter2" }).href;
      const environment = { ...NO_DEMO, DATABASE_URL: limited, MIGRATION_DATABASE_URL: postgres.url };
      const { origin, child, ended } = await own.startService(environment);
      const headers = {
        Authorization: `Bearer ${await own.makeKey({ DATABASE_URL: limited })}`,
        "Content-Type": "application/json",
      };
      const body = JSON.stringify({ name: "Biscuit", categoryId: 1 });
      expect((await fetch(`${origin}/v1/pets`, { method: "POST", headers, body })).status).toBe(201);
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
      const { rows } = await owner.query(
        "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'pets' AND pid <> pg_backend_pid()",
      );
      expect(rows).toEqual([{ usename: "limited" }]);
      expect((await own.runToEnd(["seed", "--pets", "3"], environment)).code).toBe(0);
      expect((await own.runToEnd(["keys", "list"], { DATABASE_URL: limited })).output).toContain("Made");
      // The command line lists up to 1,000 keys, and says so.
      await owner.query(`INSERT INTO keys (id, hash, prefix, name, scopes)
        SELECT 'k' || n, sha256(n::text::bytea), 'pet_live_', 'Many', '{}' FROM generate_series(1, 1000) AS n`);
      const many = await own.runToEnd(["keys", "list"], { DATABASE_URL: limited });
      expect(many.output).toContain("These are the newest 1,000 keys.");
      child.kill("SIGTERM");
      expect(await ended).toBe(0);

      const wrong: [change: Partial<URL>, line: RegExp][] = [
        [{ port: "1" }, /^MIGRATION_DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 \(.*\)\n$/],
        [{ password: "swordfish" }, /^MIGRATION_DATABASE_URL: (?!.*swordfish).*password authentication failed.*\n$/],
        [{ pathname: "/elsewhere" }, /^DATABASE_URL and MIGRATION_DATABASE_URL must lead to the same database\n$/],
      ];
      await owner.query("CREATE DATABASE elsewhere TEMPLATE template0");
      for (const [change, line] of wrong) {
        const url = Object.assign(new URL(postgres.url), change).href;
        const { code, output: said } = await own.runToEnd(["keys", "list"], {
          DATABASE_URL: limited,
          MIGRATION_DATABASE_URL: url,
        });
        expect(code).toBe(1);
        expect(said.replace(/^(\{.*\})\n/gm, "")).toMatch(line);
      }
    } finally {
      await owner.end();
      await own.kill();
      await postgres.stop();
      for (const folder of [own.dataDir, database]) rmSync(folder, { recursive: true, force: true });
    }
  });
});

// Only root can start it as another user, who has to be able to enter the folder of the code.
const NOBODY = 65_534;
const canRead =
  process.getuid?.() === 0 && spawnSync(process.execPath, ["--version"], { uid: NOBODY, gid: NOBODY }).status === 0;

describe.runIf(canRead)("a user who may only read the code", () => {
  test("starts the service, which serves, stops, and keeps its files in DATA_DIR", async () => {
    const own = new Launcher(temporaryFolder("reader"), NOBODY);
    chownSync(own.dataDir, NOBODY, NOBODY);
    try {
      const { origin, key, child, ended } = await own.startWithKey();
      const headers = { Authorization: `Bearer ${key}` };
      expect((await fetch(`${origin}/v1/pets`, { headers })).status).toBe(200);
      expect(await (await fetch(origin)).text()).toContain("No animals here right now");
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    } finally {
      await own.clean();
    }
  });
});
