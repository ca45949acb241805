import { beforeEach, describe, expect, test } from "vitest";
import { changeOrderAndApplications } from "@/lib/applications/effects-store";
import { contentVersion } from "@/lib/concurrency/caches";
import { pool } from "@/lib/database/pool";
import { inTransaction } from "@/lib/database/transaction";
import { placeOrder } from "@/lib/orders/store";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { createPet } from "@/lib/pets/store";
import { INT64_MAX, INT64_MIN } from "@/lib/values/schemas";
import { expectError, expectPet } from "../support/answers";
import { type Answer, suiteService } from "../support/service";

const service = suiteService();
let id: bigint;

beforeEach(async () => {
  ({ id } = await newPet());
});

function newPet(status: PetStatus = "available") {
  return createPet({ kind: "service" }, { name: "Biscuit", categoryId: 1n, status });
}

function patch(change: object | string, ifMatch = "*", petId = id) {
  const body = typeof change === "string" ? change : JSON.stringify(change);
  return service.call(`PATCH /v1/pets/${petId}`, { body, headers: { "if-match": ifMatch } });
}

const read = () => service.call(`GET /v1/pets/${id}`);
const etagOf = async () => String((await read()).headers.etag);

/** The entries in the history of the pet, oldest first. */
async function changes(): Promise<object[]> {
  const { rows } = await pool().query("SELECT changes, version FROM pet_changes WHERE pet_id = $1 ORDER BY id", [
    String(id),
  ]);
  return rows.map(({ changes, version }) => ({ ...changes, version: Number(version) }));
}

describe("ETag", () => {
  test("POST, GET and PATCH send the version", async () => {
    const added = await service.call("POST /v1/pets", { body: '{"name":"Bello","categoryId":1}' });
    expect(added.headers.etag).toBe('"1"');
    ({ id } = expectPet(added, 201));
    expect(await etagOf()).toBe('"1"');
    const changed = await patch({ name: "Bella" }, '"1"');
    expect(changed.headers.etag).toBe('"2"');
    expect(await etagOf()).toBe('"2"');
  });

  test("a replayed POST sends the version of the first answer", async () => {
    const headers = { "idempotency-key": "etag" };
    const add = () => service.call("POST /v1/pets", { body: '{"name":"Bello","categoryId":1}', headers });
    const first = await add();
    ({ id } = expectPet(first, 201));
    await patch({ name: "Bella" }, '"1"');
    const again = await add();
    expect(again.headers).toMatchObject({ "idempotent-replayed": "true", etag: '"1"' });
    expect(again.text).toBe(first.text);
    expectError(await patch({ name: "Beppo" }, String(again.headers.etag)), 412, "precondition_failed");
  });
});

describe("PATCH /v1/pets/{petId}", () => {
  test("every field can be changed", async () => {
    const before = contentVersion();
    const change = `{"name":"Sir Barks 🐶","categoryId":${INT64_MIN},"status":"pending"}`;
    const answer = await patch(change, '"1"');
    const expected = { id, name: "Sir Barks 🐶", categoryId: INT64_MIN, status: "pending" };
    expect(expectPet(answer, 200)).toEqual(expected);
    expect(expectPet(await read(), 200)).toEqual(expected);
    expect(contentVersion()).toBeGreaterThan(before);
    const listed = await service.call("GET /v1/pets?status=pending&limit=1");
    expect(listed.text).toBe(`[${answer.text}]`);
    expect(await changes()).toEqual([
      {
        name: { from: "Biscuit", to: "Sir Barks 🐶" },
        categoryId: { from: 1, to: Number(INT64_MIN) },
        status: { from: "available", to: "pending" },
        version: 2,
      },
    ]);
  });

  test("a field that is not named stays as it is", async () => {
    expect(expectPet(await patch({ categoryId: 7 }), 200)).toMatchObject({ name: "Biscuit", status: "available" });
    expect(expectPet(await patch({ status: "sold" }), 200)).toMatchObject({ name: "Biscuit", categoryId: 7n });
    expect(await changes()).toEqual([
      { categoryId: { from: 1, to: 7 }, version: 2 },
      { status: { from: "available", to: "sold" }, version: 3 },
    ]);
  });

  test("setting the current values writes nothing, and the version stays", async () => {
    const before = contentVersion();
    const answer = await patch({ name: "Biscuit", categoryId: 1, status: "available" }, '"1"');
    expect(expectPet(answer, 200)).toMatchObject({ id });
    expect(answer.headers.etag).toBe('"1"');
    expect(await changes()).toEqual([]);
    expect(contentVersion()).toBe(before);
  });

  const allowed = ["available-pending", "pending-available", "pending-sold", "available-sold", "sold-available"];
  for (const from of PET_STATUSES) {
    for (const to of PET_STATUSES) {
      const may = from === to || allowed.includes(`${from}-${to}`);
      test(`${from} to ${to}: ${may ? "200" : "409"}`, async () => {
        ({ id } = await newPet(from));
        const answer = await patch({ status: to, name: "Bello" }, '"1"');
        if (may) expect(expectPet(answer, 200)).toMatchObject({ status: to, name: "Bello" });
        else {
          expectError(
            answer,
            409,
            "conflict",
            `An animal that is ${from} cannot become ${to}. Make it available first`,
          );
          expect(expectPet(await read(), 200)).toMatchObject({ status: from, name: "Biscuit" });
          expect(await changes()).toEqual([]);
        }
      });
    }
  }

  test("If-Match names an earlier version: 412", async () => {
    await patch({ name: "Bello" }, '"1"');
    expectError(await patch({ name: "Bella" }, '"1"'), 412, "precondition_failed");
    // Even if nothing would change, or the status cannot change.
    expectError(await patch({ name: "Bello" }, '"1"'), 412, "precondition_failed");
    expect(await changes()).toHaveLength(1);
  });

  for (const tag of ['"1"', 'W/"1"', '"7", "1"', "*", ` "1" `]) {
    test(`If-Match names the version: ${tag}`, async () => {
      expect(expectPet(await patch({ name: "Bello" }, tag), 200)).toMatchObject({ name: "Bello" });
    });
  }

  for (const tag of ['"9999999999999999999"', `"${INT64_MAX}"`, '"-1"', '"one"', '""']) {
    test(`If-Match names no version of the animal: ${tag}: 412`, async () => {
      expectError(await patch({ name: "Bello" }, tag), 412, "precondition_failed");
    });
  }

  test("an unknown animal: 404, whatever If-Match names", async () => {
    for (const tag of ["*", '"1"']) expectError(await patch({ name: "Bello" }, tag, INT64_MAX), 404, "not_found");
  });

  test("while an order is open, the status of its animal cannot change and everything else can", async () => {
    const order = await placeOrder({ kind: "operator" }, { petId: id });
    for (const status of ["available", "sold"]) {
      expectError(await patch({ status }), 409, "conflict", "An adoption of this animal is open");
    }
    expect(expectPet(await patch({ status: "pending", name: "Bello" }), 200)).toMatchObject({ name: "Bello" });
    await changeOrderAndApplications({ kind: "operator" }, order.id, "cancel");
    expect(expectPet(await patch({ status: "sold" }), 200)).toMatchObject({ status: "sold" });
  });

  test("a change that waits for the animal sees an order that is placed while it waits", async () => {
    const waiting = async () => {
      const query =
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      return (await pool().query(query)).rows[0].waiting;
    };
    let answer: Promise<Answer> | undefined;
    await inTransaction(async (tx) => {
      await placeOrder({ kind: "operator" }, { petId: id }, tx);
      answer = patch({ status: "sold" });
      await expect.poll(waiting).toBe(1);
    });
    expectError(await (answer as Promise<Answer>), 409, "conflict", "An adoption of this animal is open");
  });

  const bad: [what: string, body: string, message: RegExp][] = [
    ["nothing to change", "{}", /must name name, categoryId, status/],
    ["an unknown field", '{"colour":"brown"}', /colour/],
    ["an id", '{"id":1,"name":"Bello"}', /id/],
    ["null for a field", '{"name":null}', /name must be a string/],
    ["an unknown status", '{"status":"lost"}', /status must be one of/],
    ["an empty name", '{"name":""}', /name must be 1 to 255/],
    ["a categoryId as a string", '{"categoryId":"1"}', /categoryId/],
    ["no object", "[]", /./],
  ];
  test.each(bad)("%s: 400", async (_what, body, message) => {
    expectError(await patch(body), 400, "bad_request", message);
  });

  test("a bad body is reported before If-Match, and If-Match before an unknown animal", async () => {
    expectError(await patch({}, ""), 400, "bad_request");
    expectError(await patch({ name: "Bello" }, "", INT64_MAX), 428, "precondition_required");
  });

  test("of 20 simultaneous changes with one ETag, one succeeds and the others get 412", async () => {
    for (let round = 1; round <= 5; round++) {
      const etag = await etagOf();
      const names = Array.from({ length: 20 }, (_, index) => `Bello ${round}.${index}`);
      const answers = await Promise.all(names.map((name) => patch({ name }, etag)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(412)]);
      const winner = answers.find(({ status }) => status === 200);
      expect((await read()).text).toBe(winner?.text);
      expect(await changes()).toHaveLength(round);
    }
  });

  test("20 simultaneous changes with any version all succeed, one after another", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Bello ${index}`);
    const answers = await Promise.all(names.map((name) => patch({ name })));
    const versions = answers.map(({ headers }) => Number(headers.etag?.slice(1, -1)));
    expect(versions.toSorted((a, b) => a - b)).toEqual(names.map((_, index) => index + 2));
    let name = "Biscuit";
    for (const change of (await changes()) as { name: { from: string; to: string } }[]) {
      expect(change.name.from).toBe(name);
      name = change.name.to;
    }
    expect(expectPet(await read(), 200).name).toBe(name);
  });

  test("simultaneous changes of 20 animals each have their own outcome", async () => {
    const pets = await Promise.all(Array.from({ length: 20 }, () => newPet("sold")));
    const answers = await Promise.all(
      pets.map((pet, index) => {
        if (index % 4 === 0) return patch({ status: "available" }, '"1"', pet.id);
        if (index % 4 === 1) return patch({ status: "pending" }, '"1"', pet.id);
        if (index % 4 === 2) return patch({ name: "Bello" }, '"2"', pet.id);
        return patch({ name: "Bello" }, '"1"', INT64_MAX - pet.id);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => [200, 409, 412, 404]).flat());
    const changed = answers.filter(({ status }) => status === 200).map((answer) => expectPet(answer, 200).id);
    expect(changed).toEqual(pets.filter((_pet, index) => index % 4 === 0).map((pet) => pet.id));
  });
});
