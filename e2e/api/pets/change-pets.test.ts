import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { placeOrder } from "@/lib/adoptions/store";
import { contentVersion } from "@/lib/concurrency/caches";
import { pool } from "@/lib/database/pool";
import { encodeJson } from "@/lib/http/json";
import { removePet } from "@/lib/pets/changes/record-store";
import type { NewPet } from "@/lib/pets/schema";
import { createPet, getPet } from "@/lib/pets/store";
import { INT64_MAX } from "@/lib/values/schemas";
import { expectCommon, expectError } from "../support/answers";
import { changesOf, undoLatest } from "../support/records";
import { type Answer, suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;

const newPet = (more: Partial<NewPet> = {}) => createPet(operator, { name: "Biscuit", categoryId: 1n, ...more });

function send(mode: string, changes: unknown): Promise<Answer> {
  return service.call("POST /v1/pets/batch", { body: encodeJson({ mode, changes }) });
}

const Results = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.bigint(),
      status: z.bigint(),
      code: z.optional(z.string()),
      message: z.optional(z.string()),
      version: z.optional(z.string()),
    }),
  ),
});

function resultsOf(answer: Answer, status: 200 | 409) {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  expect(answer.headers["cache-control"]).toBe(status === 200 ? "private, no-cache" : "no-store");
  return Results.parse(answer.json).results;
}

/**
 * Five changes: one that can be made, one that changes nothing, and three that are refused for different reasons. The
 * version of one is above int64.
 */
async function mixed() {
  const [changed, same, old, sold] = await Promise.all([newPet(), newPet(), newPet(), newPet({ status: "sold" })]);
  const changes = [
    { id: old.id, ifMatch: "9".repeat(19), name: "Bello" },
    { id: changed.id, ifMatch: "1", name: "Bello", categoryId: INT64_MAX, status: "pending" },
    { id: INT64_MAX, ifMatch: "*", name: "Bello" },
    { id: sold.id, ifMatch: '"1"', status: "pending" },
    { id: same.id, ifMatch: 'W/"1"', name: "Biscuit" },
  ];
  return { changed, old, sold, same, changes };
}

const refusals = {
  missing: { status: 404n, code: "not_found", message: "There is no animal with this id" },
  stale: { status: 412n, code: "precondition_failed", message: "The animal has changed. Read it again" },
  sold: {
    status: 409n,
    code: "conflict",
    message: "An animal that is sold cannot become pending. Make it available first",
  },
  other: { status: 424n, code: "failed_dependency", message: "Another change of this batch was refused" },
};

describe("POST /v1/pets/batch", () => {
  test("mode `each` makes every change that is possible, and every change has its result", async () => {
    const { changed, old, sold, same, changes } = await mixed();
    expect(resultsOf(await send("each", changes), 200)).toEqual([
      { id: old.id, ...refusals.stale },
      { id: changed.id, status: 200n, version: "2" },
      { id: INT64_MAX, ...refusals.missing },
      { id: sold.id, ...refusals.sold },
      { id: same.id, status: 200n, version: "1" },
    ]);
    expect(await getPet(changed.id, "all")).toEqual({
      id: changed.id,
      name: "Bello",
      categoryId: INT64_MAX,
      status: "pending",
      version: 2n,
    });
    for (const pet of [old, sold, same]) expect(await getPet(pet.id, "all")).toEqual(pet);
  });

  test("mode `all` with one refusal: 409 with the results, and nothing is changed", async () => {
    const { changed, old, sold, same, changes } = await mixed();
    const before = contentVersion();
    expect(resultsOf(await send("all", changes), 409)).toEqual([
      { id: old.id, ...refusals.stale },
      { id: changed.id, ...refusals.other },
      { id: INT64_MAX, ...refusals.missing },
      { id: sold.id, ...refusals.sold },
      { id: same.id, status: 200n, version: "1" },
    ]);
    for (const pet of [changed, old, sold, same]) expect(await getPet(pet.id, "all")).toEqual(pet);
    expect(await changesOf(changed.id)).toEqual([]);
    expect(contentVersion()).toBe(before);
  });

  test("1,000 changes with long names are one change set, which says who made them and is undone at once", async () => {
    const pets = await Promise.all(Array.from({ length: 1_000 }, () => newPet()));
    const changes = pets.map(({ id }) => ({ id, ifMatch: "1", name: "🐕".repeat(255) }));
    const answer = await send("all", changes);
    expect(resultsOf(answer, 200)).toEqual(pets.map(({ id }) => ({ id, status: 200n, version: "2" })));
    const ids = pets.map(({ id }) => String(id));
    const { rows } = await pool().query(
      `SELECT author, count(*)::int FROM changes JOIN change_sets ON change_sets.id = set_id
       WHERE pet_id = ANY ($1) GROUP BY set_id, author`,
      [ids],
    );
    expect(rows).toEqual([{ author: expect.stringMatching(/^key:/), count: 1_000 }]);
    const undone = await service.call(`POST /v1/changes/${answer.headers["change-set"]}/undo`);
    expect(undone).toMatchObject({ status: 200, json: { count: 1_000n } });
  });

  test("all changes are undone at once, or those of animals that were not changed since", async () => {
    const [one, two] = [await newPet(), await newPet()];
    const rename = ({ id }: { id: bigint }) => ({ id, ifMatch: "1", name: "Bello" });
    resultsOf(await send("each", [one, two].map(rename)), 200);
    const [{ set_id }] = await changesOf(one.id);
    const undo = (headers = {}) => service.call(`POST /v1/changes/${set_id}/undo`, { headers });
    resultsOf(await send("each", [{ id: two.id, ifMatch: "2", name: "Caro" }]), 200);
    const message = `1 of 2 animals were changed since, such as animal ${two.id}`;
    expectError(await undo(), 409, "conflict", message);
    expect(await getPet(one.id, "all")).toMatchObject({ name: "Bello" });
    const rest = await undo({ confirm: "*" });
    expect(rest).toMatchObject({ status: 200, json: { count: 1n, changes: [{ petId: one.id, action: "undone" }] } });
    expect([await getPet(one.id, "all"), await getPet(two.id, "all")]).toMatchObject([
      { name: "Biscuit" },
      { name: "Caro" },
    ]);
    const again = [one, two].map(({ id }) => ({ id, ifMatch: "3", status: "pending" }));
    resultsOf(await send("each", again), 200);
    expect((await undoLatest(service, one.id)).json).toMatchObject({ count: 2n });
    expect(await getPet(two.id, "all")).toMatchObject({ name: "Caro", status: "available", version: 5n });
  });

  test("animals are removed in one request, and restored together", async () => {
    const [mistake, gone] = [await newPet(), await newPet()];
    const [ordered, changed] = [await newPet(), await newPet()];
    await removePet(operator, gone.id, "*");
    await placeOrder(operator, { petId: ordered.id });
    const versions = [
      [mistake, "1"],
      [gone, "1"],
      [ordered, "2"],
      [changed, "2"],
    ] as const;
    const removals = versions.map(([{ id }, ifMatch]) => ({ id, ifMatch, remove: true }));
    expect(resultsOf(await send("each", removals), 200)).toMatchObject([
      { id: mistake.id, status: 200n, version: "2" },
      { id: gone.id, status: 404n },
      { id: ordered.id, status: 409n, message: expect.stringMatching(/has an adoption or an application/) },
      { id: changed.id, ...refusals.stale },
    ]);
    const restored = await undoLatest(service, mistake.id);
    expect(restored.json).toMatchObject({ changes: [{ petId: mistake.id, action: "restored" }] });
    expect(await getPet(mistake.id, "all")).toEqual({ ...mistake, version: 3n });
  });

  test("concurrent batches with the same animals in another order are each made completely or not at all", async () => {
    const pets = await Promise.all(Array.from({ length: 20 }, () => newPet()));
    const batches = Array.from({ length: 8 }, (_, index) => {
      const changes = pets.map(({ id }) => ({ id, ifMatch: "1", name: `Bello ${index}` }));
      return send("all", index % 2 === 0 ? changes : changes.toReversed());
    });
    const answers = await Promise.all(batches);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    for (const { id } of pets) expect(await getPet(id, "all")).toMatchObject({ name: `Bello ${winner}`, version: 2n });
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(resultsOf(answer, 409).every(({ status }) => status === 412n)).toBe(true);
    }
  });

  const change = { id: 1n, ifMatch: "1", name: "Bello" };
  const removal = { id: 2n, ifMatch: "1", remove: true };
  const many = Array.from({ length: 1_001 }, (_, index) => ({ ...change, id: BigInt(index) }));
  test.each<[what: string, changes: object[], message: RegExp, mode?: string]>([
    ["no changes", [], /changes must have at least one entry/],
    ["1,001 changes", many, /changes must have at most 1000 entries/],
    ["the same animal twice", [change, change], /changes must name an animal once/],
    ["another mode", [change], /mode must be each or all/, "some"],
    ["nothing to change", [{ id: 1n, ifMatch: "1" }], /must have one of name, categoryId, status/],
    ["values beside remove", [{ ...change, remove: true }], /must have .* or only remove/],
    ["remove in all", [removal], /mode must be each to remove/, "all"],
    ["a removal beside a change", [change, removal], /must all remove animals, or all change them/],
    ["no ifMatch", [{ id: 1n, name: "Bello" }], /ifMatch must be the version/],
    ["a bad name in the second entry", [change, { ...change, id: 2n, name: "" }], /1\.name|changes\[1\]/],
  ])("%s: 400, and nothing is changed", async (_what, changes, message, mode = "each") => {
    expectError(await send(mode, changes), 400, "bad_request", message);
  });

  test("a body of exactly 1,280 KiB is taken", async () => {
    const { id } = await newPet();
    const body = String(encodeJson({ mode: "each", changes: [{ id, ifMatch: "*", name: "Bello" }] }));
    const longest = await service.call("POST /v1/pets/batch", { body: body.padEnd(1_280 * 1024) });
    expect(resultsOf(longest, 200)).toEqual([{ id, status: 200n, version: "2" }]);
  });
});
