import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { contentVersion } from "@/lib/concurrency/caches";
import { pool } from "@/lib/database/pool";
import { encodeJson } from "@/lib/http/json";
import { placeOrder } from "@/lib/orders/store";
import { removePet } from "@/lib/pets/changes/record-store";
import type { NewPet } from "@/lib/pets/schema";
import { createPet, getPet } from "@/lib/pets/store";
import { INT64_MAX } from "@/lib/values/schemas";
import { expectCommon, expectError } from "../support/answers";
import { changesOf } from "../support/records";
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
    expect(await getPet(changed.id)).toEqual({
      id: changed.id,
      name: "Bello",
      categoryId: INT64_MAX,
      status: "pending",
      version: 2n,
    });
    for (const pet of [old, sold, same]) expect(await getPet(pet.id)).toEqual(pet);
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
    for (const pet of [changed, old, sold, same]) expect(await getPet(pet.id)).toEqual(pet);
    expect(await changesOf(changed.id)).toEqual([]);
    expect(contentVersion()).toBe(before);
  });

  test("mode `all` without a refusal changes everything", async () => {
    const [one, two] = [await newPet(), await newPet()];
    const changes = [two, one].map(({ id }) => ({ id, ifMatch: "1", status: "sold" }));
    expect(resultsOf(await send("all", changes), 200)).toEqual([
      { id: two.id, status: 200n, version: "2" },
      { id: one.id, status: 200n, version: "2" },
    ]);
    for (const { id } of [one, two]) expect(await getPet(id)).toMatchObject({ status: "sold" });
  });

  test("200 changes with long names are one change set, which says who made them", async () => {
    const pets = await Promise.all(Array.from({ length: 200 }, () => newPet()));
    const changes = pets.map(({ id }) => ({ id, ifMatch: "1", name: "🐕".repeat(255) }));
    const answer = await send("all", changes);
    expect(resultsOf(answer, 200)).toEqual(pets.map(({ id }) => ({ id, status: 200n, version: "2" })));
    const ids = pets.map(({ id }) => String(id));
    const { rows } = await pool().query(
      `SELECT author, count(*)::int FROM changes JOIN change_sets ON change_sets.id = set_id
       WHERE pet_id = ANY ($1) GROUP BY set_id, author`,
      [ids],
    );
    expect(rows).toEqual([{ author: expect.stringMatching(/^key:/), count: 200 }]);
  });

  test("changes are undone in the same request, each on its own", async () => {
    const pending = () => newPet({ status: "pending" });
    const [back, same, again, changed] = [await pending(), await pending(), await pending(), await newPet()];
    const sell = ({ id }: { id: bigint }) => ({ id, ifMatch: "1", status: "sold" });
    resultsOf(await send("each", [back, same, again].map(sell)), 200);
    resultsOf(await send("each", [{ id: same.id, ifMatch: "2", name: "Renamed" }]), 200);
    resultsOf(await send("each", [{ id: again.id, ifMatch: "2", status: "available" }]), 200);
    const undone = [
      { id: back.id, ifMatch: "2", undo: "2" },
      { id: changed.id, ifMatch: "1", name: "Bello" },
      { id: same.id, ifMatch: "3", undo: "2" },
      { id: again.id, ifMatch: "3", undo: "2" },
      { id: INT64_MAX, ifMatch: "*", undo: "2" },
    ];
    expect(resultsOf(await send("each", undone), 200)).toEqual([
      { id: back.id, status: 200n, version: "3" },
      { id: changed.id, status: 200n, version: "2" },
      { id: same.id, status: 200n, version: "4" },
      { id: again.id, status: 409n, code: "conflict", message: expect.stringMatching(/^This was changed again since/) },
      { id: INT64_MAX, ...refusals.missing },
    ]);
    expect(await getPet(back.id)).toMatchObject({ status: "pending" });
    expect(await getPet(same.id)).toMatchObject({ status: "pending", name: "Renamed" });
    // Repeated, as after a lost answer, undoing has the same result.
    expect(resultsOf(await send("each", [undone[0], undone[2]]), 200)).toEqual([
      { id: back.id, status: 200n, version: "3" },
      { id: same.id, status: 200n, version: "4" },
    ]);
  });

  test("animals are removed in the same request, even when it is repeated, and that is undone the same way", async () => {
    const [mistake, gone, theirs] = [await newPet(), await newPet(), await newPet()];
    const [ordered, changed] = [await newPet(), await newPet()];
    await service.call(`DELETE /v1/pets/${gone.id}`, { headers: { "if-match": "*" } });
    // Removed in the same version, but not by this caller.
    await removePet(operator, theirs.id, "*");
    await placeOrder(operator, { petId: ordered.id });
    const versions = [
      [mistake, "1"],
      [gone, "1"],
      [theirs, "1"],
      [ordered, "2"],
      [changed, "2"],
    ] as const;
    const removals = versions.map(([{ id }, ifMatch]) => ({ id, ifMatch, remove: true }));
    for (let times = 0; times < 2; times++) {
      expect(resultsOf(await send("each", removals), 200)).toMatchObject([
        { id: mistake.id, status: 200n, version: "2" },
        { id: gone.id, status: 200n, version: "2" },
        { id: theirs.id, status: 404n },
        { id: ordered.id, status: 409n, message: expect.stringMatching(/has an adoption or an application/) },
        { id: changed.id, ...refusals.stale },
      ]);
    }
    const back = [{ id: mistake.id, ifMatch: "2", undo: "2" }];
    expect(resultsOf(await send("each", back), 200)).toEqual([{ id: mistake.id, status: 200n, version: "3" }]);
    // Repeated, as after a lost answer, it has the same result.
    expect(resultsOf(await send("each", back), 200)).toEqual([{ id: mistake.id, status: 200n, version: "3" }]);
    expect(await getPet(mistake.id)).toEqual({ ...mistake, version: 3n });
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
    for (const { id } of pets) expect(await getPet(id)).toMatchObject({ name: `Bello ${winner}`, version: 2n });
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(resultsOf(answer, 409).every(({ status }) => status === 412n)).toBe(true);
    }
  });

  const change = { id: 1n, ifMatch: "1", name: "Bello" };
  const bad: [what: string, body: unknown, message: RegExp][] = [
    ["no changes", { mode: "each", changes: [] }, /changes must have at least one entry/],
    [
      "201 changes",
      { mode: "each", changes: Array.from({ length: 201 }, (_, index) => ({ ...change, id: BigInt(index) })) },
      /changes must have at most 200 entries/,
    ],
    ["the same animal twice", { mode: "each", changes: [change, change] }, /changes must name an animal once/],
    ["no mode", { changes: [change] }, /mode must be each or all/],
    [
      "nothing to change",
      { mode: "each", changes: [{ id: 1n, ifMatch: "1" }] },
      /must have one of name, categoryId, status/,
    ],
    ["values beside undo", { mode: "each", changes: [{ ...change, undo: "2" }] }, /must have .* or only undo/],
    ["undo beside remove", { mode: "each", changes: [{ id: 1n, ifMatch: "1", undo: "2", remove: true }] }, /must have/],
    ["remove in all", { mode: "all", changes: [{ id: 1n, ifMatch: "1", remove: true }] }, /mode must be each to undo/],
    ["undo beyond int64", { mode: "each", changes: [{ id: 1n, ifMatch: "1", undo: "9".repeat(19) }] }, /undo must be/],
    ["undo in all", { mode: "all", changes: [{ id: 1n, ifMatch: "1", undo: "2" }] }, /mode must be each to undo/],
    ["no ifMatch", { mode: "each", changes: [{ id: 1n, name: "Bello" }] }, /ifMatch must be the version/],
    [
      "a bad name in the second entry",
      { mode: "each", changes: [change, { ...change, id: 2n, name: "" }] },
      /1\.name|changes\[1\]/,
    ],
  ];
  test.each(bad)("%s: 400, and nothing is changed", async (_what, body, message) => {
    const answer = await service.call("POST /v1/pets/batch", { body: encodeJson(body) });
    expectError(answer, 400, "bad_request", message);
  });

  test("ifMatch is not a version: 400", async () => {
    for (const ifMatch of ["", "one", "-1", '"1', "1.0", "1".repeat(20), '"1", "2"', 1, null])
      expectError(await send("each", [{ ...change, ifMatch }]), 400, "bad_request", /ifMatch must be the version/);
  });

  test("a body of exactly 512 KiB is taken", async () => {
    const { id } = await newPet();
    const body = String(encodeJson({ mode: "each", changes: [{ id, ifMatch: "*", name: "Bello" }] }));
    const longest = await service.call("POST /v1/pets/batch", { body: body.padEnd(512 * 1024) });
    expect(resultsOf(longest, 200)).toEqual([{ id, status: 200n, version: "2" }]);
  });
});
