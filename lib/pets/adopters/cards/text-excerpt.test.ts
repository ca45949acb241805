import { expect, test } from "vitest";
import { NO_PROFILE } from "../../profile/schema";
import { toCard, toCardOfKind } from "./card";
import { textExcerptOf, toCardWithExcerpt, toWideCard } from "./text-excerpt";

test.each([
  ["garden", "Loves the garden.", ["Loves the ", "garden", "."]],
  ["garden", "Gardens are her favourite.", ["", "Gardens", " are her favourite."]],
  ["lab", "He is always available, and\n\na LAB.", ["He is always available, and a ", "LAB", "."]],
  ["gets along", "He gets along with all.", ["He ", "gets along", " with all."]],
  ["shy poodle", "Part poodle, and shy.", ["Part ", "poodle", ", and shy."]],
  ["żółty", "To jest żółty kot", ["To jest ", "żółty", " kot"]],
  ["猫", "这是一只小猫咪", ["这是一只小", "猫咪", ""]],
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
  expect(textExcerptOf(text, words)).toEqual(expected);
});

test("a line has about 70 characters, however long the words are", () => {
  for (const text of ["garden ".repeat(100), "x".repeat(300), `😀${"y".repeat(300)} garden`]) {
    const excerpt = textExcerptOf(text, "garden xxxx yyyy") ?? [];
    expect([...excerpt.join("")].length).toBeGreaterThan(25);
    expect([...excerpt.join("")].length).toBeLessThanOrEqual(73);
  }
});

test.each([
  ["garden", "No such word"],
  ["a", "a"],
])("for “%s”, “%s” has no line", (words, text) => {
  expect(textExcerptOf(text, words)).toBeNull();
});

test.each([
  ["pointer", "Pointer mix", "Runs.", "breed", ["Breed: ", "Pointer", " mix"]],
  ["pointer mix", "Pointer mix", "Runs.", "breed", ["Breed: ", "Pointer mix", ""]],
  ["fast pointer", "Pointer mix", "A fast one.", "breed or story", ["Breed: ", "Pointer", " mix"]],
  ["fast", "Pointer mix", "A fast one.", "story", ["“A ", "fast", " one.”"]],
  ["fast", null, "A fast one.", "story", ["“A ", "fast", " one.”"]],
  ["slow", "Pointer mix", "A fast one.", undefined, undefined],
] as const)("for “%s”, a %s with the story “%s” is found in the %s", (text, breed, story, foundIn, textExcerpt) => {
  const profile = { ...NO_PROFILE, breed, story, ageGroup: null, photos: [] };
  const card = toCardWithExcerpt({ id: 1n, name: "Ada", categoryId: 1n, profile }, text, toCard);
  expect([card.foundIn, card.textExcerpt]).toEqual([foundIn, textExcerpt]);
});

test("in a list of one kind, the breed is said once", () => {
  const profile = { ...NO_PROFILE, breed: "Pointer mix", story: "Runs fast.", ageGroup: null, photos: [] };
  const pet = { id: 1n, name: "Ada", categoryId: 1n, profile };
  const shown = (card: ReturnType<typeof toCard>) => [card.summary, card.textExcerpt?.join("")];
  expect(shown(toWideCard(pet, toCardOfKind))).toEqual(["Pointer mix", "Runs fast."]);
  expect(shown(toWideCard(pet, toCard))).toEqual(["Dog", "Pointer mix. Runs fast."]);
  expect(shown(toCardWithExcerpt(pet, "fast", toCardOfKind))).toEqual(["Pointer mix", "“Runs fast.”"]);
  expect(shown(toCardWithExcerpt(pet, "pointer", toCardOfKind))).toEqual(["Dog", "Breed: Pointer mix"]);
});
