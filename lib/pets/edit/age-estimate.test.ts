import { expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { bornOnOf, bornOnOfTyped, estimateOf, typedAgeOf, unreadAgeProblem } from "./age-estimate";

test("an estimate becomes a month or a year, from which the same estimate is read", () => {
  setClock(() => Date.parse("2026-03-10T12:00:00Z"));
  expect(bornOnOf({ count: 3, unit: "years" })).toBe("2023");
  expect(bornOnOf({ count: 3, unit: "months" })).toBe("2025-12");
  for (const count of [0, 1, 2, 3, 11, 12, 23]) {
    for (const unit of ["months", "years"] as const) {
      expect(estimateOf(bornOnOf({ count, unit }))).toEqual({ count, unit });
    }
  }
});

test.each([
  ["3", "years", "2023"],
  ["1.5", "years", "2024-09"],
  ["18", "months", "2024-09"],
  ["126", "years", "1900"],
  ["1514", "months", "1900-01"],
] as const)("the typed age %s %s becomes %s", (text, unit, bornOn) => {
  setClock(() => Date.parse("2026-03-10T12:00:00Z"));
  expect(bornOnOfTyped({ text, unit })).toBe(bornOn);
  expect(unreadAgeProblem(bornOn)).toBeNull();
});

test.each([
  ["", "years", "Write about how old the animal is, as a number, or choose Not known"],
  ["abc", "months", "Write about how old the animal is, as a number, or choose Not known"],
  ["-1", "years", "Write about how old the animal is, as a number, or choose Not known"],
  ["127", "years", "At most 126 years"],
  ["126.5", "years", "At most 126 years"],
  ["1515", "months", "At most 1514 months"],
] as const)("the typed age “%s” %s stays as it is, and is refused", (text, unit, problem) => {
  setClock(() => Date.parse("2026-03-10T12:00:00Z"));
  const bornOn = bornOnOfTyped({ text, unit });
  expect(typedAgeOf(bornOn)).toEqual({ text, unit });
  expect(unreadAgeProblem(bornOn)).toBe(problem);
});
