import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectError, expectPets, linkOf } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService();
const STATUSES = ["available", "pending", "sold"] as const;

beforeAll(async () => {
  await pool().query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet ' || n, n % 4, (ARRAY['available', 'pending', 'sold']::"PetStatus"[])[n % 3 + 1] FROM generate_series(1, 130) n`,
  );
});

describe("GET /v1/pets", () => {
  test("no parameters: twenty animals, newest first", async () => {
    const pets = expectPets(await service.call("GET /v1/pets"));
    expect(pets.map((pet) => pet.id)).toEqual(Array.from({ length: 20 }, (_, index) => 130n - BigInt(index)));
    expect(pets[0]).toEqual({ id: 130n, name: "Pet 130", categoryId: 2n, status: "pending" });
  });

  for (const limit of ["1", "2", "99", "100", "007"]) {
    test(`limit is ${limit}`, async () => {
      expect(expectPets(await service.call(`GET /v1/pets?limit=${limit}`))).toHaveLength(Number(limit));
    });
  }

  for (const status of STATUSES) {
    test(`status is ${status}`, async () => {
      const pets = expectPets(await service.call(`GET /v1/pets?limit=100&status=${status}`));
      expect(pets.length).toBeGreaterThan(40);
      expect(new Set(pets.map((pet) => pet.status))).toEqual(new Set([status]));
    });
  }

  test("unknown parameters are ignored, in links too", async () => {
    const answer = await service.call("GET /v1/pets?limit=3&colour=red&colour=blue&__proto__=1&a[b]=%00");
    expect(expectPets(answer)).toHaveLength(3);
    expect(linkOf(answer, "next")?.search).toMatch(/^\?limit=3&cursor=[\w-]+$/);
  });

  test("a request body is ignored", async () => {
    expect(expectPets(await service.call("GET /v1/pets", { body: "{" }))).toHaveLength(20);
  });

  for (const limit of [
    ...["", "0", "101", "-1", "+5", "%2B5", "5.0", "1e1", "0x10", "%205", "5%20", "abc", "null", "NaN", "Infinity"],
    ...["%D9%A3", "99999999999999999999", "9".repeat(400), "1,2", "%00", "%FF", "5%00", "true", "[]"],
  ]) {
    test(`limit is "${limit.slice(0, 30)}"`, async () => {
      const answer = await service.call(`GET /v1/pets?limit=${limit}`);
      expectError(answer, 400, "bad_request", "limit must be a whole number from 1 to 100");
    });
  }

  for (const status of [
    "",
    "Sold",
    "SOLD",
    "adopted",
    "available,sold",
    "sold%20",
    "%00",
    "%FF",
    "__proto__",
    "null",
  ]) {
    test(`status is "${status}"`, async () => {
      const answer = await service.call(`GET /v1/pets?status=${status}`);
      expectError(answer, 400, "bad_request", "status must be one of available, pending, sold");
    });
  }

  for (const query of ["limit=1&limit=1", "status=sold&status=sold", "cursor=a&cursor=a"]) {
    test(`a repeated parameter: ${query}`, async () => {
      const name = query.slice(0, query.indexOf("="));
      expectError(
        await service.call(`GET /v1/pets?${query}`),
        400,
        "bad_request",
        `${name} must be given at most once`,
      );
    });
  }

  const cursors = ["", "abc", "bzE=", "bzE%20", "b", "%00", "%FF", "0", "130", "x".repeat(5000), "__proto__"];
  const forged = ["o9223372036854775808", "o-1", "o1.5", "o", "x1", "o01", "o1 ", "o1'--"];
  for (const cursor of [...cursors, ...forged.map((text) => Buffer.from(text).toString("base64url"))]) {
    test(`cursor is "${cursor.slice(0, 30)}"`, async () => {
      expectError(await service.call(`GET /v1/pets?cursor=${cursor}`), 400, "bad_request", "cursor must be ");
    });
  }

  test("two bad parameters are both named", async () => {
    const message = expectError(await service.call("GET /v1/pets?limit=0&status=x"), 400, "bad_request");
    expect(message).toMatch(/limit must .*status must /);
  });

  test("HEAD: the headers of GET, no body", async () => {
    const [get, head] = [await service.call("GET /v1/pets?limit=3"), await service.call("HEAD /v1/pets?limit=3")];
    expect(head).toMatchObject({ status: 200, text: "" });
    for (const name of ["content-type", "cache-control", "vary", "link"]) {
      expect(head.headers[name]).toEqual(get.headers[name]);
    }
    expect(await service.call("HEAD /v1/pets?limit=0")).toMatchObject({ status: 400, text: "" });
    expect(await service.call("HEAD /v1/pets", { key: null })).toMatchObject({ status: 401, text: "" });
  });
});
