import { expect, test } from "vitest";
import { spellOutBreeds } from "./breeds";

test.each([
  ["labs", "labrador"],
  ["black long-haired", "black longhair"],
  ["black Lab", "black labrador"],
  ["gsd", "german shepherd"],
  ["alsatian", "german shepherd"],
  ["Tortie", "tortoiseshell"],
  ["labrador", null],
  ["flat", null],
])("in stories, “%s” is called “%s”", (text, spelledOut) => {
  expect(spellOutBreeds(text)).toBe(spelledOut);
});
