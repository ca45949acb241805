import { expect, test } from "vitest";
import { EMPTY_PET, withTrimmedName } from "./pet-values";

test.each([
  ["a new name", "  Rex ", undefined, "Rex"],
  ["a changed name", "Rex\u00a0", "Bella", "Rex"],
  ["a name of which only the spaces were changed", "Rex", "Rex ", "Rex"],
  ["a name that nobody has touched", "Rex ", "Rex ", "Rex "],
])("%s", (_, name, stored, saved) => {
  expect(withTrimmedName({ ...EMPTY_PET, name }, stored)).toEqual({ ...EMPTY_PET, name: saved });
});
