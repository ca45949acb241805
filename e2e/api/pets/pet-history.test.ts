import { beforeEach, describe, expect, test } from "vitest";
import { placeOrder } from "@/lib/adoptions/store";
import { addPhoto, storePhotoFiles } from "@/lib/pets/photos/store";
import { createPet } from "@/lib/pets/store";
import { personName } from "@/lib/values/person-name";
import { INT64_MAX, INT64_MIN } from "@/lib/values/schemas";
import { entriesOf, expectError, expectPet } from "../support/answers";
import { smallPhoto } from "../support/photos";
import { newKeyWithId, newPerson, personToken, suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;
let id: bigint;

beforeEach(async () => {
  ({ id } = await createPet({ kind: "service" }, { name: "Biscuit", categoryId: 1n }));
});

const history = async () => entriesOf(await service.call(`GET /v1/pets/${id}/history`));
/** The history without ids and times. */
const entries = async () => (await history()).map(({ actor, action, changes }) => ({ actor, action, changes }));

function patch(change: object | string, key = service.key, ifMatch = "*") {
  const body = typeof change === "string" ? change : JSON.stringify(change);
  return service.call(`PATCH /v1/pets/${id}`, { key, body, headers: { "if-match": ifMatch } });
}

const undo = (changeSet: unknown, key = service.key) => service.call(`POST /v1/changes/${changeSet}/undo`, { key });
const read = async () => expectPet(await service.call(`GET /v1/pets/${id}`), 200);
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
});

describe("POST /v1/changes/{changeSetId}/undo", () => {
  test("every field of the change gets its earlier value back, others stay, and the answer is the new set", async () => {
    await patch(`{"name":"Bello","categoryId":${INT64_MAX}}`);
    const [change] = await history();
    await patch({ status: "sold" });
    const answer = await undo(change?.id);
    expect(await read()).toEqual({ id, name: "Biscuit", categoryId: 1n, status: "sold" });
    const [undone] = await history();
    expect(undone).toMatchObject({
      actor: { kind: "key", name: "test" },
      action: "undone",
      changes: { name: { from: "Bello", to: "Biscuit" }, categoryId: { from: INT64_MAX, to: 1n } },
    });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        id: String(undone?.id),
        count: 1n,
        actor: { kind: "key" },
        changes: [{ subject: "pet", petId: id, action: "undone", application: null, changes: undone?.changes }],
      },
    });
  });

  test("an addition is undone by removing the animal, unless it is another one now", async () => {
    await patch({ name: "Bello" });
    expectError(await undo(`pet-${id}`), 409, "conflict", "This animal was changed since (name)");
    await patch({ name: "Biscuit" });
    expect(await undo(`pet-${id}`)).toMatchObject({ status: 200, json: { changes: [{ action: "removed" }] } });
    expectError(await undo(`pet-${id}`), 409, "conflict", "This animal is removed. Undo the removal first");
    const [removal] = await history();
    expect((await undo(removal?.id)).status).toBe(200);
    expect(await read()).toMatchObject({ name: "Biscuit" });
    await placeOrder(operator, { petId: id });
    expectError(await undo(`pet-${id}`), 409, "conflict", /was changed since \(status\)/);
  });

  test("undoing a removal restores the animal under its id with its history, and its versions continue", async () => {
    await patch({ name: "Bello", status: "pending" }, service.key, '"1"');
    await addPhoto(operator, id, {
      alt: "In the garden",
      ...(await storePhotoFiles([await smallPhoto()], "image/png")),
    });
    const listed = async () => (await service.call("GET /v1/pets?q=Bello&include=profile")).text;
    const [before, found] = [await history(), await listed()];
    await remove();
    const [removal, ...rest] = await history();
    expect(rest).toEqual(before);
    expect((await undo(removal?.id)).status).toBe(200);
    expect(await service.call(`GET /v1/pets/${id}`)).toMatchObject({ status: 200, headers: { etag: '"5"' } });
    expect(await listed()).toBe(found);
    const [restoration, ...all] = await history();
    expect(restoration).toMatchObject({ action: "restored" });
    expect(all).toEqual([removal, ...before]);
    // The ETag from before the removal never becomes valid again.
    expectError(await patch({ name: "Bella" }, service.key, '"3"'), 412, "precondition_failed");
    // Restoring can be undone, and changes from before the removal too.
    expect((await undo(restoration?.id)).status).toBe(200);
    expectError(await undo(before[1]?.id), 409, "conflict", "This animal is removed. Undo the removal first");
    expectError(await undo(removal?.id), 409, "conflict", /changed again/);
    const [again] = await history();
    expect((await undo(again?.id)).status).toBe(200);
    expect((await undo(before[1]?.id)).status).toBe(200);
    expect(await read()).toMatchObject({ name: "Biscuit", status: "available" });
  });
});
