import { expect, test } from "vitest";
import { NO_PROFILE } from "../../profile/schema";
import { excerptOf, findExcerpt } from "./text-excerpt";

test.each([
  ["garden", "Loves the garden.", ["Loves the ", "garden", "."]],
  ["garden", "Gardens are her favourite.", ["", "Gardens", " are her favourite."]],
  ["lab", "He is always available, and\n\na LAB.", ["He is always available, and a ", "LAB", "."]],
  ["dogs", "Lives with a dog.", ["Lives with a ", "dog", "."]],
  ["shy poodle", "Part poodle, and shy.", ["Part ", "poodle", ", and shy."]],
  ["żółty", "To jest żółty kot", ["To jest ", "żółty", " kot"]],
  [
    "garden",
    "She lived in a small flat for all her life until now, so she dreams of a garden.",
    ["…a small flat for all her life until now, so she dreams of a ", "garden", "."],
  ],
  [
    "garden",
    "She lived in a flat before, so a garden is what she dreams of on most of her days.",
    ["…in a flat before, so a ", "garden", " is what she dreams of on most of her…"],
  ],
  [
    "garden",
    "A garden with a high fence would be best for him, because he climbs over every other one.",
    ["A ", "garden", " with a high fence would be best for him, because he climbs…"],
  ],
])("for “%s”, “%s” is cut to %j", (words, text, expected) => {
  expect(excerptOf(text, words)).toEqual(expected);
});

test("a line has about 70 characters, however long the words are", () => {
  for (const text of ["garden ".repeat(100), "x".repeat(300), `😀${"y".repeat(300)} garden`]) {
    const excerpt = excerptOf(text, "garden xxxx yyyy") ?? [];
    expect([...excerpt.join("")].length).toBeGreaterThan(25);
    expect([...excerpt.join("")].length).toBeLessThanOrEqual(73);
  }
});

test.each([
  ["garden", "No such word"],
  ["a", "a"],
])("for “%s”, “%s” has no line", (words, text) => {
  expect(excerptOf(text, words)).toBeNull();
});

test.each([
  ["pointer", ["Breed: ", "Pointer", " mix"]],
  ["fast", ["“A ", "fast", " one. 5 is Ada’s age.”"]],
  ["slow", null],
  // The name says it already, and a number is none of a story.
  ["ada", null],
  ["5", null],
])("for “%s”, an animal is shown with %j", (search, excerpt) => {
  const profile = {
    ...NO_PROFILE,
    breed: "Pointer mix",
    story: "A fast one. 5 is Ada’s age.",
    ageGroup: null,
    photos: [],
  };
  expect(findExcerpt({ id: 1n, name: "Adá", categoryId: 1n, profile }, search)).toEqual(excerpt);
});
