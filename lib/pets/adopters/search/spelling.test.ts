import { expect, test } from "vitest";
import { correctSpelling } from "./spelling";

test.each([
  ["rabit", "rabbit", "rabbit"],
  ["kiten", "cat", "kitten"],
  ["brown hosre", "horse", "brown horse"],
  ["hampsters", "hamster", "hamsters"],
  ["dgo", "dog", "dog"],
  ["cta", "cat", "cat"],
  ["labradoor", "dog", "labrador"],
  ["beagel", "dog", "beagle"],
  ["begle", "dog", "beagle"],
  ["Black Labradr", "dog", "black labrador"],
  ["labardorr", "dog", "labrador"],
  ["chiuaua", "dog", "chihuahua"],
  ["siamees", "cat", "siamese"],
])("“%s” is a typing error for a %s: %s", (text, kind, spelling) => {
  const found = correctSpelling(text);
  expect([found?.kind.slug, found?.spelling]).toEqual([kind, spelling]);
});

test("a text is corrected at once, so that the result has no typing errors", () => {
  expect(correctSpelling("labradr and kiten")?.spelling).toBe("labrador and kitten");
  const words = ["labradr", "kiten", "hosre", "rabit", "cats", "guineapig", "canaries", "chiuaua", "with", "dgo"];
  for (const first of words) {
    for (const second of words) {
      const found = correctSpelling(`${first} ${second}`);
      expect(found && correctSpelling(found.spelling), `${first} ${second}`).toBeNull();
    }
  }
});

test.each([
  ["labradr", true],
  ["kiten", true],
  ["hosre", true],
  ["dgo", true],
  ["pupy", true],
  ["pupyy", false],
  ["Sunny", false],
  ["Poppy", false],
  ["Mittens", false],
])("“%s” is surely a typing error: %s", (text, isSure) => {
  expect(correctSpelling(text)?.isSure).toBe(isSure);
});

test.each(["Ollie", "Carl", "Rosie", "Buddy", "Molly", "Rex", "Doug", "Cato", "Tim", "مرحبا", "😀", "%", ""])(
  "the name “%s” is no typing error",
  (name) => {
    expect(correctSpelling(name)).toBeNull();
  },
);
