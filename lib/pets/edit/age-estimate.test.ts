import { afterEach, expect, test } from "vitest";
import { setClock } from "../../clock";
import { bornOnOf, estimateOf, estimateWords } from "./age-estimate";

afterEach(() => setClock(null));

test("an estimate becomes a month or a year, from which the same estimate is read", () => {
  setClock(() => Date.parse("2026-03-10T12:00:00Z"));
  expect(bornOnOf({ count: 3, unit: "years" })).toBe("2023");
  expect(bornOnOf({ count: 3, unit: "months" })).toBe("2025-12");
  for (const count of [0, 1, 2, 3, 11, 12, 26]) {
    for (const unit of ["months", "years"] as const) {
      expect(estimateOf(bornOnOf({ count, unit }))).toEqual({ count, unit });
    }
  }
});

test("a whole date is not an estimate", () => {
  expect(estimateOf("2024-05-17")).toBeNull();
  expect(estimateOf("")).toBeNull();
});

test("an estimate in words has the right number", () => {
  expect(estimateWords({ count: 1, unit: "months" })).toBe("about 1 month");
  expect(estimateWords({ count: 4, unit: "years" })).toBe("about 4 years");
});
