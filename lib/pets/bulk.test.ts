import { describe, expect, test } from "vitest";
import { answeredJob, changesOf, newJob, type Selected, staleAgain } from "./bulk";
import { outcomeWords } from "./bulk-words";
import type { BatchResult } from "./changes/batch-schema";

const pet = (id: number, more: Partial<Selected> = {}): Selected => ({
  id: String(id),
  name: `Pet ${id}`,
  version: "1",
  status: "available",
  ...more,
});
const result = (id: number, status: BatchResult["status"], more: Partial<BatchResult> = {}): BatchResult => ({
  id: BigInt(id),
  status,
  ...more,
});

describe("a bulk change", () => {
  test("each animal has a result, and those that somebody else has changed can be sent again", () => {
    const job = newJob(
      [1, 2, 3, 4, 5].map((id) => pet(id)),
      { status: "pending" },
    );
    expect(changesOf(job)[0]).toEqual({ id: 1n, ifMatch: "1", status: "pending" });
    const results = [
      result(1, 200n, { version: "2" }),
      result(2, 200n, { version: "1" }),
      result(3, 404n),
      result(4, 409n, { message: "An adoption of this animal is open" }),
      result(5, 412n),
    ];
    const done = answeredJob({ ...job, confirm: "token", declined: 2 }, { results, changeSets: ["7"] });
    expect(done.rows.map(({ state }) => state)).toEqual(["done", "same", "gone", "refused", "stale"]);
    expect(done.rows[3]?.why).toBe("An adoption of this animal is open.");
    expect(outcomeWords(done)).toBe(
      "1 animal is now pending. 3 were not changed. 1 was already pending. 2 applications were declined.",
    );
    const again = staleAgain(done);
    expect(again.key).not.toBe(job.key);
    expect(again.confirm).toBeUndefined();
    expect(changesOf(again)).toEqual([{ id: 5n, ifMatch: "*", status: "pending" }]);
    const results5 = [result(5, 200n, { version: "4" })];
    const all = answeredJob(again, { results: results5, changeSets: ["8"] });
    expect(all).toMatchObject({ changeSets: ["7", "8"], rows: { 4: { state: "done" } } });
  });

  test("a removal leaves adopted and changed animals, and counts those that are already gone", () => {
    const job = newJob([pet(1), pet(2), pet(3), pet(4, { status: "sold" })], { remove: true });
    expect(changesOf(job)).toEqual([1n, 2n, 3n].map((id) => ({ id, ifMatch: "1", remove: true })));
    const results = [result(1, 200n, { version: "2" }), result(2, 412n), result(3, 404n)];
    const done = answeredJob(job, { results, changeSets: ["7"] });
    expect(outcomeWords(done)).toBe("1 animal was removed. 2 were not removed. 1 was already removed.");
    expect(done.rows[3]?.why).toBe("An adopted animal stays in the list.");
  });
});
