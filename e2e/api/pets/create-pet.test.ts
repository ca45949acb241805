import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeJson } from "@/lib/http/json";
import { PET_STATUSES } from "@/lib/pets/status";
import { isBlank } from "@/lib/values/text";
import { expectPet, expectPets } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService();
const BODY = `{"name":"Biscuit","categoryId":1}`;
const create = (body: string) => service.call("POST /v1/pets", { body });

describe("POST /v1/pets", () => {
  test("only name and categoryId: 201 with an id, the status available and Location", async () => {
    const answer = await create(BODY);
    const pet = expectPet(answer, 201);
    expect(pet).toEqual({ id: pet.id, name: "Biscuit", categoryId: 1n, status: "available" });
    expect(answer.headers.location).toBe(`/v1/pets/${pet.id}`);
    expect(expectPet(await service.call(`GET ${answer.headers.location}`), 200)).toEqual(pet);
  });

  test.each(PET_STATUSES)("an animal that is added as %s is first in the list", async (status) => {
    const pet = expectPet(await create(`{"name":"Newest","categoryId":2,"status":"${status}"}`), 201);
    expect(pet.status).toBe(status);
    expect(expectPets(await service.call("GET /v1/pets?limit=1"))).toEqual([pet]);
    expect(expectPets(await service.call(`GET /v1/pets?limit=1&status=${status}`))).toEqual([pet]);
  });

  test("a body of exactly 64 KiB is accepted, and parameters in the query are ignored", async () => {
    expectPet(await service.call("POST /v1/pets?limit=x", { body: BODY.padEnd(65_536) }), 201);
  });

  test("many simultaneous requests are all stored, with distinct ids", async () => {
    const before = await service.count();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => create(`{"name":"P${n}","categoryId":1}`)));
    expect(new Set(answers.map((answer) => expectPet(answer, 201).id)).size).toBe(50);
    expect(await service.count()).toBe(before + 50);
  });

  test("property: any name and any int64 are returned exactly as sent", async () => {
    const unit = fc.integer({ min: 0x20, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const name = fc
      .string({ unit, minLength: 1, maxLength: 60 })
      .filter((text) => !/\p{Cc}|[\uD800-\uDFFF]/u.test(text) && !isBlank(text));
    const hard = fc.constantFrom(
      "🐕".repeat(255),
      "  Zoe\u0308\u3000",
      "'; DROP TABLE pets; --",
      "<b>&amp;",
      "\ufeffA",
    );
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const property = fc.asyncProperty(fc.oneof(name, hard), int64, async (given, categoryId) => {
      const pet = expectPet(await create(encodeJson({ name: given, categoryId })), 201);
      expect(pet).toEqual({ id: pet.id, name: given, categoryId, status: "available" });
      expect(expectPet(await service.call(`GET /v1/pets/${pet.id}`), 200)).toEqual(pet);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
