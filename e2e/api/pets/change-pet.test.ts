import { beforeEach, describe, expect, test } from "vitest";
import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import { contentVersion } from "@/lib/concurrency/caches";
import { INT64_MAX, INT64_MIN } from "@/lib/values/schemas";
import { expectError, expectPet } from "../support/answers";
import { newPet } from "../support/applications";
import { changesOf } from "../support/records";
import { suiteService } from "../support/service";

const service = suiteService();
const OPERATOR = { kind: "operator" } as const;
let id: bigint;

beforeEach(async () => {
  ({ id } = await newPet());
});

function patch(change: object | string, ifMatch = "*", petId = id) {
  const body = typeof change === "string" ? change : JSON.stringify(change);
  return service.call(`PATCH /v1/pets/${petId}`, { body, headers: { "if-match": ifMatch } });
}

const read = () => service.call(`GET /v1/pets/${id}`);

/** The entries in the history of the pet, oldest first. */
async function changes(): Promise<object[]> {
  return (await changesOf(id)).map(({ changes, version }) => ({ ...changes, version: Number(version) }));
}

describe("PATCH /v1/pets/{petId}", () => {
  test("every field can be changed, and POST, GET and PATCH send the version", async () => {
    const added = await service.call("POST /v1/pets", { body: '{"name":"Biscuit","categoryId":1}' });
    expect(added.headers.etag).toBe('"1"');
    ({ id } = expectPet(added, 201));
    const before = contentVersion();
    const answer = await patch(`{"name":"Sir Barks 🐶","categoryId":${INT64_MIN},"status":"pending"}`, 'W/"1"');
    const expected = { id, name: "Sir Barks 🐶", categoryId: INT64_MIN, status: "pending" };
    expect(expectPet(answer, 200)).toEqual(expected);
    expect(answer.headers.etag).toBe('"2"');
    expect(await read()).toMatchObject({ text: answer.text, headers: { etag: '"2"' } });
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

  // Every step is in lib/applications/status.test.ts.
  test("an adopted animal cannot become pending: 409, and nothing changes", async () => {
    ({ id } = await newPet("Biscuit", "sold"));
    const message = "An animal that is sold cannot become pending. Make it available first";
    expectError(await patch({ status: "pending", name: "Bello" }, '"1"'), 409, "conflict", message);
    expect(expectPet(await read(), 200)).toMatchObject({ status: "sold", name: "Biscuit" });
    expect(await changes()).toEqual([]);
    expect(expectPet(await patch({ status: "available" }, '"1"'), 200)).toMatchObject({ status: "available" });
  });

  test("while an order is open, its animal cannot become available, and everything else can change", async () => {
    const order = await placeOrder(OPERATOR, { petId: id });
    expectError(await patch({ status: "available" }), 409, "conflict", "An adoption of this animal is open");
    expect(expectPet(await patch({ status: "pending", name: "Bello" }), 200)).toMatchObject({ name: "Bello" });
    await changeOrder(OPERATOR, order.id, "cancel");
    expect(expectPet(await patch({ status: "sold" }), 200)).toMatchObject({ status: "sold" });
  });

  test("a bad body is reported before If-Match, and If-Match before an unknown animal", async () => {
    expectError(await patch({}, ""), 400, "bad_request");
    expectError(await patch({ name: "Bello" }, "", INT64_MAX), 428, "precondition_required");
    expectError(await patch({ name: "Bello" }, '"1"', INT64_MAX), 404, "not_found");
  });
});
