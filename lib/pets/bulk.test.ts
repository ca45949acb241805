import { expect, test } from "vitest";
import { changesOf, outcomeWords, reportOf } from "./bulk";
import type { BatchResult } from "./changes/batch-schema";
import type { PetStatus } from "./status";

const pet = (id: number, status: PetStatus = "available") => ({ id: `${id}`, name: "Pet", version: "1", status });
const result = (id: number, status: BatchResult["status"], more = {}) => ({ id: BigInt(id), status, ...more });

test("the report counts what a change did, and says why animals were not changed", () => {
  const change = { to: { status: "pending" as const }, pets: [1, 2, 3, 4, 5].map((id) => pet(id)) };
  expect(changesOf(change)[0]).toEqual({ id: 1n, ifMatch: "1", status: "pending" });
  const results = [
    result(1, 200n, { version: "2" }),
    result(2, 200n, { version: "1" }),
    result(3, 404n),
    result(4, 409n, { message: "An adoption of this animal is open" }),
    result(5, 412n),
  ];
  const report = reportOf(change, { results, changeSets: ["7"] }, 2);
  expect(report.notChanged.map(({ id, isStale }) => `${id} ${isStale}`)).toEqual(["3 false", "4 false", "5 true"]);
  expect(report.notChanged[1]?.why).toBe("An adoption of this animal is open.");
  expect(outcomeWords(report)).toBe(
    "1 animal is now pending. 3 were not changed. 1 was already pending. 2 applications were declined.",
  );
});

test("a removal leaves adopted and changed animals, and counts those that are already gone", () => {
  const change = { to: { remove: true as const }, pets: [pet(1), pet(2), pet(3), pet(4, "sold")] };
  expect(changesOf(change)).toEqual([1n, 2n, 3n].map((id) => ({ id, ifMatch: "1", remove: true })));
  const results = [result(1, 200n, { version: "2" }), result(2, 412n), result(3, 404n)];
  const report = reportOf(change, { results, changeSets: ["7"] }, 0);
  expect(outcomeWords(report)).toBe("1 animal was removed. 2 were not removed. 1 was already removed.");
  expect(report.notChanged[1]?.why).toBe("An adopted animal stays in the list.");
});

test("what is hidden says why, and what is shown is public", () => {
  const change = { to: { hidden: "quarantine" as const }, pets: [pet(1), pet(2)] };
  expect(changesOf(change)[1]).toEqual({ id: 2n, ifMatch: "1", hidden: "quarantine" });
  const results = [result(1, 200n, { version: "2" }), result(2, 200n, { version: "1" })];
  const report = reportOf(change, { results, changeSets: ["7"] }, 0);
  expect(outcomeWords(report)).toBe("1 animal is now not public: quarantine. 1 was already not public: quarantine.");
  expect(outcomeWords({ ...report, to: { hidden: null }, same: 0 })).toBe("1 animal is now public.");
});
