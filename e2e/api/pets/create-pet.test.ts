import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeJson } from "@/lib/http/json";
import { expectPet, expectPets } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService();
const create = (body: string) => service.call("POST /v1/pets", { body });

describe("POST /v1/pets", () => {
  test("only name and categoryId: 201 with an id, the status available and Location", async () => {
    const answer = await create(`{"name":"Biscuit","categoryId":1}`);
    const pet = expectPet(answer, 201);
    expect(pet).toEqual({ id: pet.id, name: "Biscuit", categoryId: 1n, status: "available" });
    expect(answer.headers.location).toBe(`/v1/pets/${pet.id}`);
    expect(expectPet(await service.call(`GET ${answer.headers.location}`), 200)).toEqual(pet);
  });

  test("an added animal is first in the list", async () => {
    const pet = expectPet(await create(`{"name":"Newest","categoryId":2,"status":"pending"}`), 201);
    expect(expectPets(await service.call("GET /v1/pets?limit=1"))).toEqual([pet]);
    expect(expectPets(await service.call("GET /v1/pets?limit=1&status=pending"))).toEqual([pet]);
  });

  for (const status of ["available", "pending", "sold"]) {
    test(`the status ${status} is stored`, async () => {
      expect(expectPet(await create(`{"name":"A","categoryId":1,"status":"${status}"}`), 201).status).toBe(status);
    });
  }

  const integers: [string, bigint][] = [
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["9007199254740993", 2n ** 53n + 1n],
    ["9223372036854775807.0", 2n ** 63n - 1n],
    ["92233720368547758070e-1", 2n ** 63n - 1n],
    ["1.0", 1n],
    ["1e3", 1000n],
    ["1E+3", 1000n],
    ["1.5e1", 15n],
    ["0", 0n],
    ["-0", 0n],
    ["0e400", 0n],
    ["-7", -7n],
  ];
  for (const [literal, value] of integers) {
    test(`categoryId ${literal} is stored exactly`, async () => {
      const answer = await create(`{"name":"A","categoryId":${literal}}`);
      expect(expectPet(answer, 201).categoryId).toBe(value);
      expect(answer.text).toContain(`"categoryId":${value}`);
    });
  }

  const names: [string, string][] = [
    ["one character", "B"],
    ["255 characters", "x".repeat(255)],
    ["255 characters outside of the BMP", "🐕".repeat(255)],
    ["white space around it is kept", "  Biscuit\u3000"],
    ["decomposed characters are kept", "Zoe\u0308"],
    ["right-to-left text", "كلب"],
    ["markup", "<script>alert(1)</script>&amp;"],
    ["SQL", "'; DROP TABLE pets; --"],
    ["a format string and escapes", '%s {x} \\u0041 \\ " /'],
    ["line separator U+2028", "a\u2028b"],
    ["the word null", "null"],
    ["__proto__", "__proto__"],
    ["a byte order mark", "\ufeffA"],
    ["a noncharacter", "A\uffff"],
  ];
  for (const [what, name] of names) {
    test(`name: ${what}`, async () => {
      const pet = expectPet(await create(encodeJson({ name, categoryId: 1n })), 201);
      expect(pet.name).toBe(name);
      expect(expectPet(await service.call(`GET /v1/pets/${pet.id}`), 200).name).toBe(name);
    });
  }

  test("name: an escaped character is stored as the character", async () => {
    expect(expectPet(await create(`{"n\\u0061me":"\\ud83d\\udc36 \\u00e9","categoryId":1}`), 201).name).toBe("🐶 é");
  });

  for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", 'application/json;charset="UTF-8"']) {
    test(`Content-Type ${type} is accepted`, async () => {
      const body = `{"name":"A","categoryId":1}`;
      expectPet(await service.call("POST /v1/pets", { body, headers: { "content-type": type } }), 201);
    });
  }

  test("a body of exactly 64 KiB is accepted", async () => {
    expectPet(await create(`{"name":"A","categoryId":1}`.padEnd(65_536)), 201);
  });

  test("a chunked body is accepted", async () => {
    const body = `{"name":"A","categoryId":1}`;
    expectPet(await service.call("POST /v1/pets", { body, headers: { "transfer-encoding": "chunked" } }), 201);
  });

  test("query parameters are ignored", async () => {
    expectPet(await service.call("POST /v1/pets?limit=x", { body: `{"name":"A","categoryId":1}` }), 201);
  });

  test("many simultaneous requests are all stored, with distinct ids", async () => {
    const before = await service.count();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => create(`{"name":"P${n}","categoryId":1}`)));
    expect(new Set(answers.map((answer) => expectPet(answer, 201).id)).size).toBe(50);
    expect(await service.count()).toBe(before + 50);
  });

  test("property: any name and any int64 are returned exactly as sent", async () => {
    const name = fc
      .string({ unit: "binary", minLength: 1, maxLength: 60 })
      .filter((text) => !/\p{Cc}|[\uD800-\uDFFF]/u.test(text) && /\P{White_Space}/u.test(text));
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const property = fc.asyncProperty(name, int64, async (given, categoryId) => {
      const pet = expectPet(await create(encodeJson({ name: given, categoryId })), 201);
      expect(pet).toEqual({ id: pet.id, name: given, categoryId, status: "available" });
      expect(expectPet(await service.call(`GET /v1/pets/${pet.id}`), 200)).toEqual(pet);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
