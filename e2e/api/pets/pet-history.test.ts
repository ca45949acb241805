import { beforeEach, describe, expect, test } from "vitest";
import { changeOrderAndApplications } from "@/lib/adoptions/effects-store";
import { pool } from "@/lib/database/pool";
import { placeOrder } from "@/lib/orders/store";
import { createPet } from "@/lib/pets/store";
import { personName } from "@/lib/values/person-name";
import { INT64_MAX, INT64_MIN } from "@/lib/values/schemas";
import { entriesOf, expectError, expectPet } from "../support/answers";
import { newKeyWithId, newPerson, personToken, suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;
let id: bigint;

beforeEach(async () => {
  ({ id } = await createPet({ kind: "service" }, { name: "Biscuit", categoryId: 1n }));
});

const history = async (query = "") => entriesOf(await service.call(`GET /v1/pets/${id}/history${query}`));
/** The history without ids and times. */
const entries = async () => (await history()).map(({ actor, action, changes }) => ({ actor, action, changes }));

function patch(change: object | string, key = service.key, ifMatch = "*") {
  const body = typeof change === "string" ? change : JSON.stringify(change);
  return service.call(`PATCH /v1/pets/${id}`, { key, body, headers: { "if-match": ifMatch } });
}

const remove = () => service.call(`DELETE /v1/pets/${id}`, { headers: { "if-match": "*" } });

describe("GET /v1/pets/{petId}/history", () => {
  test("the history says who did what, newest first, with every digit", async () => {
    const [{ key }, person] = [await newKeyWithId({ name: "Shop" }), await newPerson()];
    const body = `{"name":"Bello","categoryId":${INT64_MAX}}`;
    ({ id } = expectPet(await service.call("POST /v1/pets", { body, key }), 201));
    await patch(`{"categoryId":${INT64_MIN}}`, key);
    await patch({ name: "Bella", status: "pending" }, personToken(person));
    expect(await entries()).toEqual([
      {
        actor: { kind: "person", name: personName(person.email) },
        action: "changed",
        changes: { name: { from: "Bello", to: "Bella" }, status: { from: "available", to: "pending" } },
      },
      {
        actor: { kind: "key", name: "Shop" },
        action: "changed",
        changes: { categoryId: { from: INT64_MAX, to: INT64_MIN } },
      },
      { actor: { kind: "key", name: "Shop" }, action: "created", changes: {} },
    ]);
  });

  test("an addition with an Idempotency-Key names its author too", async () => {
    const call = { body: '{"name":"Bello","categoryId":1}', headers: { "idempotency-key": "author" } };
    ({ id } = expectPet(await service.call("POST /v1/pets", call), 201));
    expect(await entries()).toEqual([{ actor: { kind: "key", name: "test" }, action: "created", changes: {} }]);
  });

  test("an animal from before authors were recorded has an unknown author", async () => {
    await pool().query("UPDATE pets SET created_by = NULL WHERE id = $1", [String(id)]);
    expect(await entries()).toEqual([{ actor: { kind: "unknown", name: null }, action: "created", changes: {} }]);
  });

  test("orders, a removal and a restoration are in the history", async () => {
    await patch({ name: "Bello" });
    await remove();
    const [removal] = await history();
    expect(removal).toMatchObject({ action: "removed", actor: { kind: "key" }, changes: {} });
    await service.call(`POST /v1/changes/${removal?.id}/undo`);
    const order = await placeOrder(operator, { petId: id });
    await changeOrderAndApplications(operator, order.id, "complete");
    const actions = (await entries()).map(({ action }) => action);
    expect(actions).toEqual(["order.completed", "order.placed", "restored", "removed", "changed", "created"]);
  });

  test("an unknown animal: 404", async () => {
    expectError(await service.call(`GET /v1/pets/${INT64_MAX}/history`), 404, "not_found");
  });
});
