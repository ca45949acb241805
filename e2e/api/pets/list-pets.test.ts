import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectError, expectPets, walk } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService();

beforeAll(async () => {
  await pool().query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet ' || n, n % 4, (ARRAY['available', 'pending', 'sold']::"PetStatus"[])[n % 3 + 1] FROM generate_series(1, 130) n`,
  );
});

const HUNDRED = Array.from({ length: 100 }, (_, index) => index + 1).join(",");

describe("GET /v1/pets", () => {
  test("no parameters: twenty animals, newest first", async () => {
    const pets = expectPets(await service.call("GET /v1/pets"));
    expect(pets.map((pet) => pet.id)).toEqual(Array.from({ length: 20 }, (_, index) => 130n - BigInt(index)));
    expect(pets[0]).toEqual({ id: 130n, name: "Pet 130", categoryId: 2n, status: "pending" });
  });

  test.each([
    ["limit=1", 1],
    ["limit=100", 100],
    ["limit=007", 7],
    ["limit=100&status=sold", 43],
    [`ids=${HUNDRED}`, 100],
    [`limit=7&ids=${HUNDRED}`, 7],
    ["limit=3&q=%FF%FE%41", 0],
  ])("%s: %i animals", async (query, count) => {
    expect(expectPets(await service.call(`GET /v1/pets?${query}`))).toHaveLength(count);
  });

  const forged = ["o9223372036854775808", "o01", "o1'--"].map((text) => Buffer.from(text).toString("base64url"));
  test.each<[name: string, values: string[]]>([
    ["limit", ["0", "101", "%2B5", "5.0", "1e1", "%205", "abc", "%D9%A3", "9".repeat(400), "1,2", "5%00"]],
    ["cursor", ["abc", "%FF", "130", "x".repeat(5_000), ...forged]],
    ["ids", [",", "1,", "1,,2", "1%20,2", "a", "1.5", `${HUNDRED},101`, "9223372036854775808", "1;2"]],
    ["include", ["Version", "version,", "photos", ",version", "version,version"]],
    ["q", ["x".repeat(101), encodeURIComponent("🐶".repeat(101))]],
    ["goodWith", ["birds", "cats,", "cats,cats", "cats,dogs,children,cats"]],
    ["adoptedSince", ["2026", "2026-02-30", "1999-12-31", "2026-01-31T00:00:00Z", "12026-01-31"]],
  ])("a value of %s that is not allowed: 400", async (name, values) => {
    for (const value of values)
      expectError(await service.call(`GET /v1/pets?${name}=${value}`), 400, "bad_request", `${name} must be`);
  });

  test("two bad parameters are both named", async () => {
    const message = expectError(await service.call("GET /v1/pets?limit=0&status=x"), 400, "bad_request");
    expect(message).toMatch(
      /limit must be a whole number from 1 to 100.*status must be one of available, pending, sold/,
    );
  });
});

describe("GET /v1/pets – sorted by what the animals have", () => {
  const listed = "/v1/pets?limit=3&categoryId=50";
  beforeAll(async () => {
    await pool().query(
      `INSERT INTO pets (name, category_id, status, created_at)
       SELECT name, 50, status::"PetStatus", now() - days * interval '1 day'
       FROM (VALUES ('Zoe', 'available', 1), ('Émile', 'sold', 9), ('anna', 'pending', 5), ('Bob', 'available', 3))
         AS pet (name, status, days)`,
    );
  });

  test.each([
    ["name", ["anna", "Bob", "Émile", "Zoe"]],
    ["waiting", ["anna", "Bob", "Zoe", "Émile"]],
    ["status", ["Bob", "Zoe", "anna", "Émile"]],
  ])("by %s, in pages that lead on and back", async (sort, names) => {
    const there = await walk(service, `${listed}&sort=${sort}`, "next");
    expect(there.pages.flat().map(({ name }) => name)).toEqual(names);
    const back = await walk(service, there.last, "prev");
    expect(
      back.pages
        .toReversed()
        .flat()
        .map(({ name }) => name),
    ).toEqual(names);
  });

  test("with a search and what is included", async () => {
    const query = `${listed}&sort=name&status=available&lacks=story&include=profile,version`;
    const pets = expectPets(await service.call(`GET ${query}`));
    expect(pets.map(({ name, version, profile }) => [name, version, profile?.photos])).toEqual([
      ["Bob", "1", []],
      ["Zoe", "1", []],
    ]);
  });

  test("more than 10,000 animals: 400, unless a filter leaves fewer", async () => {
    await pool().query("INSERT INTO pets (name, category_id) SELECT 'Pet ' || n, 51 FROM generate_series(1, 10001) n");
    const target = "GET /v1/pets?limit=25&include=profile%2Cversion%2CarrivedAt&categoryId=51&sort=name";
    const refused = await service.call(target, { record: "desk-too-many" });
    expectError(refused, 400, "bad_request", "sort must be newest or oldest where more than 10,000 animals match");
    const sorted = "GET /v1/pets?categoryId=51&sort=name";
    expect(expectPets(await service.call(`${sorted}&q=Pet%209999`)).map(({ name }) => name)).toEqual(["Pet 9999"]);
    await pool().query("DELETE FROM pets WHERE name = 'Pet 7' AND category_id = 51");
    expect(expectPets(await service.call(sorted))).toHaveLength(20);
  });
});
