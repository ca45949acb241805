import { beforeEach, describe, expect, test } from "vitest";
import { changeOrderAndApplications } from "@/lib/adoptions/effects-store";
import { pool } from "@/lib/database/pool";
import { placeOrder } from "@/lib/orders/store";
import { addPhoto, storePhotoFiles } from "@/lib/pets/photos/store";
import { createPet } from "@/lib/pets/store";
import { INT64_MAX } from "@/lib/values/schemas";
import { entriesOf, expectError, expectPet } from "../support/answers";
import { smallPhoto } from "../support/photos";
import { suiteService } from "../support/service";

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

const etag = async () => String((await service.call(`GET /v1/pets/${id}`)).headers.etag);

async function undo(changeId: bigint | undefined, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { "if-match": ifMatch };
  return service.call(`POST /v1/pets/${id}/history/${changeId}/undo`, { body: "{}", headers });
}

const remove = () => service.call(`DELETE /v1/pets/${id}`, { headers: { "if-match": "*" } });

describe("POST /v1/pets/{petId}/history/{changeId}/undo", () => {
  test("every field of the change gets its earlier value back, and others stay", async () => {
    await patch(`{"name":"Bello","categoryId":${INT64_MAX}}`);
    const [change] = await history();
    await patch({ status: "sold" });
    const answer = await undo(change?.id, await etag());
    const expected = { id, name: "Biscuit", categoryId: 1n, status: "sold" };
    expect(expectPet(answer, 200)).toEqual(expected);
    expect(answer.headers.etag).toBe('"4"');
    expect(expectPet(await service.call(`GET /v1/pets/${id}`), 200)).toEqual(expected);
    expect((await entries())[0]).toEqual({
      actor: { kind: "key", name: "test" },
      action: "undone",
      changes: { name: { from: "Bello", to: "Biscuit" }, categoryId: { from: INT64_MAX, to: 1n } },
    });
  });

  test("undoing can be undone, again and again", async () => {
    await patch({ name: "Bello" });
    for (const name of ["Biscuit", "Bello", "Biscuit"]) {
      const [latest] = await history();
      expect(expectPet(await undo(latest?.id, await etag()), 200)).toMatchObject({ name });
    }
    expect(await history()).toHaveLength(5);
  });

  test("a status that a change could not set is restored", async () => {
    await patch({ status: "pending" });
    await patch({ status: "sold" });
    const [sold] = await history();
    expect(expectPet(await undo(sold?.id, "*"), 200)).toMatchObject({ status: "pending" });
  });

  test("the same field was changed again: 409, until that change is undone", async () => {
    await patch({ name: "Bello", status: "pending" });
    await patch({ name: "Bella" });
    const [second, first] = await history();
    expectError(await undo(first?.id, "*"), 409, "conflict", /changed again/);
    expectPet(await undo(second?.id, "*"), 200);
    // Undoing it was also a change of the same field.
    expectError(await undo(first?.id, "*"), 409, "conflict", /changed again/);
    expect(expectPet(await service.call(`GET /v1/pets/${id}`), 200)).toMatchObject({
      name: "Bello",
      status: "pending",
    });
  });

  test("a step of an adoption is undone by its own operation, and other fields are undone here", async () => {
    await patch({ name: "Bello" });
    const [renamed] = await history();
    const refused = "This is a step of an adoption. Undo, cancel or return the adoption itself";
    const { id: orderId } = await placeOrder(operator, { petId: id });
    for (const action of ["complete", "return", null] as const) {
      const [step] = await history();
      const version = await etag();
      expectError(await undo(step?.id, '"1"'), 412, "precondition_failed");
      expectError(await undo(step?.id, "*"), 409, "conflict", refused);
      const changes = [{ id: Number(id), ifMatch: version, undo: version.replaceAll('"', "") }];
      const batch = await service.call("POST /v1/pets/batch", { body: JSON.stringify({ mode: "each", changes }) });
      expect(batch.json).toMatchObject({ results: [{ status: 409n, message: expect.stringContaining(refused) }] });
      expect(await etag()).toBe(version);
      if (action) await changeOrderAndApplications(operator, orderId, action);
    }
    expect(expectPet(await undo(renamed?.id, "*"), 200)).toMatchObject({ name: "Biscuit", status: "available" });
  });

  test("while an order is open, an earlier change of the status is not undone", async () => {
    await patch({ status: "sold" });
    await patch({ status: "available" });
    const [available] = await history();
    await placeOrder(operator, { petId: id });
    expectError(await undo(available?.id, "*"), 409, "conflict", /changed again/);
  });

  test("If-Match is missing: 428, names another version: 412, names any: 200", async () => {
    await patch({ name: "Bello" });
    const [change] = await history();
    expectError(await undo(change?.id), 428, "precondition_required");
    expectError(await undo(change?.id, '"1"'), 412, "precondition_failed");
    expectPet(await undo(change?.id, "*"), 200);
  });

  test("an unknown change, one of another animal, and an unknown animal: 404", async () => {
    await patch({ name: "Bello" });
    const [change] = await history();
    expectError(await undo(INT64_MAX, "*"), 404, "not_found", "There is no such change");
    ({ id } = await createPet(operator, { name: "Other", categoryId: 1n }));
    expectError(await undo(change?.id, "*"), 404, "not_found", "There is no such change");
    id = INT64_MAX;
    expectError(await undo(change?.id, "*"), 404, "not_found", "There is no animal");
  });

  test("the change is an addition: 409", async () => {
    expectError(await undo(0n, "*"), 409, "conflict");
  });

  test("undoing a removal restores the animal under its id with its history, and its versions continue", async () => {
    await patch({ name: "Bello", status: "pending" }, service.key, '"1"');
    const before = await history();
    const { text } = await service.call(`GET /v1/pets/${id}`);
    await remove();
    const [removal, ...rest] = await history();
    expect(rest).toEqual(before);
    const answer = await undo(removal?.id);
    expect(expectPet(answer, 200)).toMatchObject({ id, name: "Bello", status: "pending" });
    expect(answer).toMatchObject({ text, headers: { etag: '"4"' } });
    expect((await service.call(`GET /v1/pets/${id}`)).text).toBe(text);
    expect((await service.call("GET /v1/pets?limit=1")).text).toBe(`[${text}]`);
    const [restoration, ...all] = await history();
    expect(restoration).toMatchObject({ action: "restored" });
    expect(all).toEqual([removal, ...before]);
    // The ETag from before the removal never becomes valid again.
    expectError(await patch({ name: "Bella" }, service.key, '"2"'), 412, "precondition_failed");
    // Changes from before the removal can still be undone.
    expect(expectPet(await undo(before[0]?.id, "*"), 200)).toMatchObject({ name: "Biscuit", status: "available" });
  });

  test("a restored animal has its photos, and is found by its name", async () => {
    const name = "Hieronymus";
    await patch({ name });
    await addPhoto(operator, id, {
      alt: "In the garden",
      ...(await storePhotoFiles([await smallPhoto()], "image/png")),
    });
    const seen = async () => {
      const found = await service.call(`GET /v1/pets?q=${name}&include=profile`);
      return (found.json as object[]).map((pet) => ({ ...pet }));
    };
    const before = await seen();
    expect(before).toMatchObject([{ id, name, profile: { photos: [{ alt: "In the garden" }] } }]);
    await remove();
    expect(await seen()).toEqual([]);
    const [removal] = await history();
    expectPet(await undo(removal?.id), 200);
    expect(await seen()).toEqual(before);
  });

  test("of a removed animal, only the removal can be undone", async () => {
    await patch({ name: "Bello" });
    await remove();
    const [removal, change] = await history();
    for (const earlier of [change?.id, 0n]) expectError(await undo(earlier), 409, "conflict", /Undo the removal/);
    expectError(await undo(INT64_MAX), 404, "not_found");
    expectPet(await undo(removal?.id), 200);
    // The animal exists again, so undoing another change needs an ETag as usual.
    for (const other of [change?.id, INT64_MAX]) {
      expectError(await undo(other), 428, "precondition_required");
    }
  });

  test("repeated, as after a lost answer, it undoes nothing twice and has its result again", async () => {
    await patch({ name: "Bello" });
    const [change] = await history();
    for (const ifMatch of ['"2"', '"2"', "*"]) {
      expect(await undo(change?.id, ifMatch)).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    }
    await patch({ status: "pending" });
    expectPet(await undo(change?.id, "*"), 200);
    expectError(await undo(change?.id), 428, "precondition_required");
    await patch({ name: "Bella" });
    // By version, this is that earlier request. With `*`, it is not, because the name has changed since.
    expectPet(await undo(change?.id, '"2"'), 200);
    expectError(await undo(change?.id, "*"), 409, "conflict", /changed again/);
    expectError(await undo(change?.id, '"3"'), 412, "precondition_failed");
    expect(expectPet(await service.call(`GET /v1/pets/${id}`), 200)).toMatchObject({ name: "Bella" });
    expect(await history()).toHaveLength(5);
  });

  test("a repeated restoration has its result again, until the animal is removed again", async () => {
    await remove();
    const [removal] = await history();
    for (const ifMatch of [undefined, undefined, "*"]) {
      expect(await undo(removal?.id, ifMatch)).toMatchObject({ status: 200, headers: { etag: '"3"' } });
    }
    await remove();
    expectError(await undo(removal?.id), 409, "conflict", /Undo the removal/);
    const [again] = await history();
    expectPet(await undo(again?.id), 200);
    expect(await history()).toHaveLength(5);
  });

  test("when an animal is removed while undoing waits for it, the removal is undone", async () => {
    await patch({ name: "Bello" });
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM pets WHERE id = $1 FOR UPDATE", [String(id)]);
      const removal = (await client.query("SELECT nextval('change_sets_id_seq') AS id")).rows[0].id;
      const undone = undo(BigInt(removal), "*");
      const waiting =
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await expect.poll(async () => (await pool().query(waiting)).rows[0].count).toBe(1);
      await client.query(
        `WITH removed AS (DELETE FROM pets WHERE id = $1 RETURNING *), kept AS (
           INSERT INTO removed_pets (id, name, category_id, status, created_at, created_by, version)
           SELECT id, name, category_id, status, created_at, created_by, version + 1 FROM removed
         ), made AS (INSERT INTO change_sets (id, author) VALUES ($2, 'operator'))
         INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields, version)
         SELECT $2, id, 'pet', id::text, 'removed', '{}', version + 1 FROM removed`,
        [String(id), removal],
      );
      await client.query("COMMIT");
      expect(expectPet(await undone, 200)).toMatchObject({ id, name: "Bello" });
    } finally {
      client.release();
    }
  });

  test("20 simultaneous restorations restore once", async () => {
    await remove();
    const [removal] = await history();
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(removal?.id)));
    expect(answers.map(({ status, headers }) => [status, headers.etag])).toEqual(Array(20).fill([200, '"3"']));
    expect(await history()).toHaveLength(3);
  });

  test("20 simultaneous undos with one ETag undo once", async () => {
    await patch({ name: "Bello" });
    const [change] = await history();
    const tag = await etag();
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(change?.id, tag)));
    expect(answers.map(({ status, headers }) => [status, headers.etag])).toEqual(Array(20).fill([200, '"3"']));
    expect(await history()).toHaveLength(3);
  });
});
