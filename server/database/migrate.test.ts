import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "@/e2e/testing/launcher";
import { encoderOf } from "@/lib/api/encode";
import { Pet } from "@/lib/pets/schema";
import { type Postgres, startPostgres } from "../postgres/postgres";
import { applyMigrations, newMigration } from "./migrate";

const dataDir = temporaryFolder("migrate");
const folder = join(dataDir, "migrations");
let postgres: Postgres;
let url: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  cpSync("prisma/migrations", folder, { recursive: true });
  const name = `migrate_${++databases}`;
  await query(postgres.url, `CREATE DATABASE ${name}`);
  url = postgres.url.replace(/\/pets$/, `/${name}`);
});

async function query(target: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function addMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

describe("applyMigrations", () => {
  test("applies missing migrations in order, each once", async () => {
    const own = readdirSync(folder).filter((name) => !name.endsWith(".toml"));
    expect(await applyMigrations(url, folder)).toEqual({ applied: own.sort() });
    expect(await applyMigrations(url, folder)).toEqual({ applied: [] });
    addMigration(
      "9999_more",
      "CREATE TABLE more (id int); CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;",
    );
    expect(await applyMigrations(url, folder)).toEqual({ applied: ["9999_more"] });
    expect(await query(url, "SELECT f()")).toEqual([{ f: 1 }]);
  });

  test("leaves no timer that keeps the process from ending", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    await applyMigrations(url, folder);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test("four concurrent starts take turns", async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => applyMigrations(url, folder)));
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  });

  test("an edited migration is reported and nothing is applied", async () => {
    await applyMigrations(url, folder);
    appendFileSync(join(folder, "0001_init", "migration.sql"), "\n-- edited\n");
    addMigration("9999_more", "CREATE TABLE more (id int)");
    await expect(applyMigrations(url, folder)).rejects.toThrow(/^Migration 0001_init was edited/);
    expect(await query(url, "SELECT to_regclass('more') AS more")).toEqual([{ more: null }]);
  });

  test("a failed migration is reported immediately and at every later start", async () => {
    addMigration("9999_bad", "CREATE TABLE half (id int);\nSELECT nothing_like_this();");
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      /^Migration 9999_bad failed: function nothing_like_this\(\) does not exist$/,
    );
    await expect(applyMigrations(url, folder)).rejects.toThrow(/^Migration 9999_bad failed earlier/);
    expect(await query(url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  });

  test("a database that is newer than the code is not changed", async () => {
    addMigration("9999_more", "CREATE TABLE more (id int)");
    await applyMigrations(url, folder);
    rmSync(join(folder, "9999_more"), { recursive: true });
    await expect(applyMigrations(url, folder)).rejects.toThrow(/^Migration 9999_more is in the database but not in/);
  });
});

describe("migrations on a database with data", () => {
  /** Applies the migrations before `from`, inserts rows, then applies the migrations from there up to `until`. */
  async function upgrade(from: string, rows: string, until = "9"): Promise<void> {
    const all = readdirSync(folder).filter((name) => !name.endsWith(".toml"));
    const later = all.filter((name) => name >= from);
    for (const name of later) rmSync(join(folder, name), { recursive: true });
    await applyMigrations(url, folder);
    await query(url, rows);
    for (const name of later.filter((name) => name < until))
      cpSync(join("prisma/migrations", name), join(folder, name), { recursive: true });
    await applyMigrations(url, folder);
  }

  test("the secret before a rotation stays valid, and no current secret counts as lost", async () => {
    await upgrade(
      "0030",
      `INSERT INTO keys (id, hash, prefix, name, previous_hash, previous_until, last_used_at) VALUES
        ('rotated', 'new', 'p', 'n', 'old', '2030-01-01T00:00:00Z', '2029-12-31T00:00:00Z'),
        ('plain', 'only', 'p', 'n', NULL, NULL, NULL)`,
    );
    expect(await query(url, "SELECT key_id, convert_from(hash, 'UTF8') AS hash, until FROM earlier_secrets")).toEqual([
      { key_id: "rotated", hash: "old", until: new Date("2030-01-01T00:00:00Z") },
    ]);
    expect(await query(url, "SELECT id FROM keys WHERE secret_used_at IS NULL")).toEqual([]);
  });

  test("stored responses to an Idempotency-Key keep their exact text", async () => {
    const pet = {
      id: 7n,
      name: 'Bj\u00f6rn "\\" \u{1f436} \u2028',
      categoryId: 9_007_199_254_740_993n,
      status: "pending",
    };
    await upgrade(
      "0031",
      `INSERT INTO pets (id, name, category_id, status) VALUES (7, '${pet.name}', ${pet.categoryId}, '${pet.status}');
       INSERT INTO idempotency_keys (owner, key, fingerprint, pet_id) VALUES ('key:a', 'one', 'f', 7), ('key:a', 'gone', 'f', 8)`,
    );
    expect(await query(url, "SELECT key, status, location, body FROM idempotency_keys")).toEqual([
      { key: "one", status: 201, location: "/v1/pets/7", body: encoderOf(Pet)(pet) },
    ]);
  });

  test("animals get their first version without being written again", async () => {
    const file = "CREATE TABLE file AS SELECT pg_relation_filenode('pets') AS before;";
    await upgrade("0040", `INSERT INTO pets (name, category_id) VALUES ('Biscuit', 1); ${file}`, "0043");
    expect(await query(url, "SELECT name, version, created_by FROM pets")).toEqual([
      { name: "Biscuit", version: "1", created_by: null },
    ]);
    expect(await query(url, "SELECT pg_relation_filenode('pets') = before AS same FROM file")).toEqual([
      { same: true },
    ]);
  });

  test("of names that fold to many characters, the beginning stays searchable", async () => {
    await upgrade("0076", `INSERT INTO pets (name, category_id) VALUES ('Bella', 1), (repeat(U&'\\FDFA', 255), 1)`);
    expect(await query(url, "SELECT char_length(folded) AS length FROM pets ORDER BY id")).toEqual([
      { length: 5 },
      { length: 600 },
    ]);
  });

  test("stored answers of additions have the ETag of the first version", async () => {
    const answers = ["/v1/pets/7", "/v1/store/orders/7"].map((path) => `('o', '${path}', 'f', 201, '{}', '${path}')`);
    const columns = "owner, key, fingerprint, status, body, location";
    await upgrade("0041", `INSERT INTO idempotency_keys (${columns}) VALUES ${answers.join(", ")}`);
    expect(await query(url, "SELECT location, etag FROM idempotency_keys ORDER BY location")).toEqual([
      { location: "/v1/pets/7", etag: "1" },
      { location: "/v1/store/orders/7", etag: null },
    ]);
  });

  test("the history names handlers by id, where that is certain", async () => {
    const people = ["vera.lang", "robin"].map((name) => `('${name}', '${name} now', '${name}@shelter.example', now())`);
    const id = "'00000000-0000-4000-8000-000000000001'";
    const change = (author: string, from: string | null, to: string | null) =>
      `(${id}, now(), 'person:${author}', '${JSON.stringify({ handledBy: { from, to } })}')`;
    const changes = [
      change("vera.lang", null, "Vera Lang"),
      change("robin", "Vera Lang", "robin@shelter.example"),
      change("robin", "Robin", null),
      change("vera.lang", null, "Somebody"),
      change("robin", "Somebody", "Vera Then"),
    ];
    await upgrade(
      "0099",
      `INSERT INTO users (id, name, email, updated_at) VALUES ${people.join(", ")};
       INSERT INTO pets (id, name, category_id) VALUES (7, 'Biscuit', 1);
       INSERT INTO applications (id, pet_id, suspicious, name, message, handled_by, secret_hash, created_at, changed_at)
         VALUES (${id}, 7, false, 'Ada', '', 'vera.lang', '', now(), now());
       INSERT INTO application_changes (application_id, at, author, changes) VALUES ${changes.join(", ")}`,
    );
    const read = "SELECT changes->'handledBy' AS found FROM application_changes ORDER BY id";
    expect((await query(url, read)).map(({ found }) => found)).toEqual([
      { from: null, to: "person:vera.lang" },
      { from: "person:vera.lang", to: "person:robin" },
      { from: "person:robin", to: null },
      { from: null, to: "Somebody" },
      { from: "Somebody", to: "person:vera.lang" },
    ]);
  });
});

describe("newMigration", () => {
  test("writes nothing while the migrations match prisma/schema.prisma", async () => {
    expect(await newMigration("nothing", url, folder)).toBeNull();
  });

  test("writes the difference between the migrations and the schema", async () => {
    addMigration("1000_more", "CREATE TABLE more (id int)");
    const file = await newMigration("drop_more", url, folder);
    expect(file).toMatch(/\/1001_drop_more\/migration.sql$/);
    expect(existsSync(String(file))).toBe(true);
    const { applied } = await applyMigrations(url, folder);
    expect(applied).toContain("1000_more");
    expect(await query(url, "SELECT to_regclass('more') AS more")).toEqual([{ more: null }]);
  });
});
