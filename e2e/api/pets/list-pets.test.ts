import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectError, expectPets } from "../support/answers";
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
