import { describe, expect, test } from "vitest";
import { contentVersion } from "@/lib/concurrency/caches";
import { pool } from "@/lib/database/pool";
import { inTransaction } from "@/lib/database/transaction";
import { changeAndRecord, lockPet } from "@/lib/pets/changes/record-store";
import { createPet, getPet } from "@/lib/pets/store";
import { INT64_MAX } from "@/lib/values/schemas";
import { suiteService } from "../support/service";

suiteService();
const author = { kind: "operator" } as const;
const newPet = () => createPet({ kind: "service" }, { name: "Biscuit", categoryId: 1n });

/** The stored history of a pet, oldest change first. */
async function storedChanges(petId: bigint): Promise<object[]> {
  const { rows } = await pool().query(
    "SELECT author, action, changes::text, version::int FROM pet_changes WHERE pet_id = $1 ORDER BY id",
    [String(petId)],
  );
  return rows;
}

/** Changes the category of a pet, in its own transaction. */
const move = (petId: bigint, to: bigint) =>
  inTransaction(async (tx) => {
    const { categoryId: from } = await lockPet(tx, petId);
    const changes = { categoryId: { from, to } };
    return changeAndRecord(tx, { petId, author, action: "changed", changes, set: { categoryId: to } });
  });

describe("changeAndRecord", () => {
  test("changes the pet, its version and its history, and outdates cached pages", async () => {
    const { id, version } = await newPet();
    expect(version).toBe(1n);
    const before = contentVersion();
    expect(await move(id, INT64_MAX)).toBe(2n);
    expect(contentVersion()).toBeGreaterThan(before);
    expect(await getPet(id)).toEqual({ id, name: "Biscuit", categoryId: INT64_MAX, status: "available", version: 2n });
    expect(await storedChanges(id)).toEqual([
      {
        author: "operator",
        action: "changed",
        changes: `{"categoryId": {"to": ${INT64_MAX}, "from": 1}}`,
        version: 2,
      },
    ]);
  });

  test("recording a change without columns leaves the pet's columns as they are", async () => {
    const { id } = await newPet();
    const changes = { story: { from: null, to: "Loves\n\u201ccats\u201d" } };
    await inTransaction((tx) => changeAndRecord(tx, { petId: id, author, action: "profile.changed", changes }));
    expect(await getPet(id)).toEqual({ id, name: "Biscuit", categoryId: 1n, status: "available", version: 2n });
  });

  test("a transaction that fails leaves neither a version nor history", async () => {
    const { id } = await newPet();
    const before = contentVersion();
    const failed = inTransaction(async (tx) => {
      await changeAndRecord(tx, { petId: id, author, action: "changed", changes: {}, set: { status: "sold" } });
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect(await getPet(id)).toMatchObject({ status: "available", version: 1n });
    expect(await storedChanges(id)).toEqual([]);
    expect(contentVersion()).toBe(before);
  });

  test("of twenty concurrent changes, each sees the one before it and none is lost", async () => {
    const { id } = await newPet();
    const add = () =>
      inTransaction(async (tx) => {
        const { categoryId } = await lockPet(tx, id);
        const changes = { categoryId: { from: categoryId, to: categoryId + 1n } };
        return changeAndRecord(tx, {
          petId: id,
          author,
          action: "changed",
          changes,
          set: { categoryId: categoryId + 1n },
        });
      });
    const versions = await Promise.all(Array.from({ length: 20 }, add));
    expect(versions.toSorted((a, b) => Number(a - b))).toEqual(
      Array.from({ length: 20 }, (_, index) => BigInt(index + 2)),
    );
    expect(await getPet(id)).toMatchObject({ categoryId: 21n, version: 21n });
  });

  test("an unknown pet: not_found", async () => {
    const change = { petId: INT64_MAX, author, action: "changed", changes: {} } as const;
    await expect(inTransaction((tx) => lockPet(tx, INT64_MAX))).rejects.toMatchObject({ code: "not_found" });
    await expect(inTransaction((tx) => changeAndRecord(tx, change))).rejects.toMatchObject({ code: "not_found" });
  });
});
