import { expect, test } from "vitest";
import { isKindWord } from "./parse-search";
import { correctCharacter } from "./similar-words";

test.each([
  ["quite dog", "quiet dog"],
  ["Quite", "quiet"],
  ["dog freindly and playfull", "dog friendly and playful"],
  ["afectionate cat", "affectionate cat"],
])("“%s” means “%s”", (typed, meant) => {
  expect(correctCharacter(typed, isKindWord)).toBe(meant);
  expect(correctCharacter(meant, isKindWord)).toBeNull();
});

test.each(["quiet dog", "quite small dog", "lovely dog", "living", "shi", "Nora", "مرحبا", ""])(
  "“%s” has no misspelled word for a character",
  (text) => expect(correctCharacter(text, isKindWord)).toBeNull(),
);
