import { expect, test } from "vitest";
import { isKindWord } from "./parse-search";
import { correctTraits } from "./similar-words";

test.each([
  ["quite dog", "quiet dog"],
  ["Quite", "quiet"],
  ["dog freindly and playfull", "dog friendly and playful"],
  ["afectionate cat", "affectionate cat"],
  ["gingr cat", "ginger cat"],
  ["tabbby", "tabby"],
  ["younng dog", "young dog"],
  ["yung femal cat", "young female cat"],
])("“%s” means “%s”", (typed, meant) => {
  expect(correctTraits(typed, isKindWord)).toBe(meant);
  expect(correctTraits(meant, isKindWord)).toBeNull();
});

test.each(["adults", "quiet dog", "quite small dog", "lovely dog", "living", "shi", "Nora", "مرحبا", ""])(
  "“%s” has no misspelled word for a character or a coat",
  (text) => expect(correctTraits(text, isKindWord)).toBeNull(),
);
