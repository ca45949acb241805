import { expect, test } from "vitest";
import { EMPTY_PET, withTrimmedName } from "./pet-values";
import { birthWords } from "./words";

test.each([
  ["a new name", "  Rex ", undefined, "Rex"],
  ["a changed name", "Rex\u00a0", "Bella", "Rex"],
  ["a name of which only the spaces were changed", "Rex", "Rex ", "Rex"],
  ["a name that nobody has touched", "Rex ", "Rex ", "Rex "],
])("%s", (_, name, stored, saved) => {
  expect(withTrimmedName({ ...EMPTY_PET, name }, stored)).toEqual({ ...EMPTY_PET, name: saved });
});

test.each([
  ["2024", "born about 2024"],
  ["2024-05", "born about May 2024"],
  ["2024-05-17", "born on 17 May 2024"],
])("a date of birth is told as precisely as it is known: %s", (bornOn, words) => {
  expect(birthWords(bornOn)).toBe(words);
});
