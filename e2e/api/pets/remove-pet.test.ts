import { beforeEach, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { contentVersion } from "@/lib/concurrency/caches";
import { removePet } from "@/lib/pets/changes/record-store";
import { createPet } from "@/lib/pets/store";
import { expectCommon, expectError, expectPet, expectPets } from "../support/answers";
import { suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;
let id: bigint;

beforeEach(async () => {
  ({ id } = await createPet({ kind: "service" }, { name: "Biscuit", categoryId: 1n }));
});

const remove = (ifMatch = '"1"') => service.call(`DELETE /v1/pets/${id}`, { headers: { "if-match": ifMatch } });

describe("DELETE /v1/pets/{petId}", () => {
  test("a removed animal is in no list and answers 404", async () => {
    const before = contentVersion();
    const answer = await remove();
    expect(answer).toMatchObject({ status: 204, text: "" });
    expectCommon(answer);
    expect(contentVersion()).toBeGreaterThan(before);
    expectError(await service.call(`GET /v1/pets/${id}`), 404, "not_found");
    for (const query of ["", "?status=available"]) {
      const ids = expectPets(await service.call(`GET /v1/pets${query}`)).map((pet) => pet.id);
      expect(ids).not.toContain(id);
    }
    expectError(await remove("*"), 404, "not_found");
    const body = '{"name":"Bello"}';
    expectError(await service.call(`PATCH /v1/pets/${id}`, { body, headers: { "if-match": "*" } }), 404, "not_found");
  });

  test("the id of a removed animal is not used again", async () => {
    await remove();
    const added = expectPet(await service.call("POST /v1/pets", { body: '{"name":"Bello","categoryId":1}' }), 201);
    expect(added.id).toBeGreaterThan(id);
  });

  test("an animal with an order, even a cancelled one: 409, and it stays as it was", async () => {
    const order = await placeOrder(operator, { petId: id });
    expectError(await remove("*"), 409, "conflict", "This animal has an adoption or an application");
    await changeOrder(operator, order.id, "cancel");
    const before = (await service.call(`GET /v1/pets/${id}`)).headers.etag;
    expectError(await remove("*"), 409, "conflict");
    expect((await service.call(`GET /v1/pets/${id}`)).headers.etag).toBe(before);
  });

  test("of an order and a removal at the same time, one succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      ({ id } = await createPet(operator, { name: "Biscuit", categoryId: 1n }));
      const [order, removal] = await Promise.allSettled([
        placeOrder(operator, { petId: id }),
        removePet(operator, id, null),
      ]);
      const outcomes = [order, removal].map(({ status }) => status);
      expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
      const { status } = await service.call(`GET /v1/pets/${id}`);
      expect(status).toBe(order.status === "fulfilled" ? 200 : 404);
    }
  });
});
