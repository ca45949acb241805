import { expect, test } from "vitest";
import { capitalized } from "../../values/words";
import { excerptOf, findExcerpt } from "../list/excerpt";
import type { ListedPet } from "../list/schema";
import { NO_PROFILE } from "../profile/schema";
import { ageWords } from "../profile/words";
import { toPage } from "./card";

const pet = (id: bigint): ListedPet => ({ id, name: `Pet ${id}`, categoryId: 1n, status: "available" });
const unknown = { ...NO_PROFILE, ageGroup: null, photos: [] };
const found = (pets: ListedPet[], next: string | null = null, categoryId?: bigint) =>
  toPage({}, { filters: { categoryId }, pets, next, prev: null, suggestion: null, nearest: [] });

test("cards say the breed in a list of one kind, and the kind among others", () => {
  const facts = { bornOn: "2020", sex: "male", size: "small" } as const;
  const breeds = ["Collie cross", "Cavalier King Charles Spaniel", null];
  const pets = breeds.map((breed, at) => ({ ...pet(BigInt(at)), profile: { ...unknown, ...facts, breed } }));
  const age = ageWords("2020").replaceAll(" ", "\u00a0");
  const summaries = (categoryId?: bigint) => found(pets, null, categoryId).pets.map(({ summary }) => summary);
  expect(summaries(1n)).toEqual([
    `Collie cross, ${age}\nMale, small`,
    // The age has more room in the second line.
    `Cavalier King Charles Spaniel\n${capitalized(age)}, male, small`,
    `Dog, ${age}\nMale, small`,
  ]);
  expect(summaries()).toEqual(Array(3).fill(`Dog, ${age}\nMale, small`));
});

test.each([
  ["garden", "Loves the garden.", ["Loves the ", "garden", "."]],
  ["lab", "He is always available, and\n\na LAB.", ["He is always available, and a ", "LAB", "."]],
  ["shy poodle", "Part poodle, and shy.", ["Part ", "poodle", ", and shy."]],
  ["żółty", "To jest żółty kot", ["To jest ", "żółty", " kot"]],
  [
    "garden",
    "She lived in a flat before, so a garden is what she dreams of on most of her days.",
    ["…in a flat before, so a ", "garden", " is what she dreams of on most of her…"],
  ],
  ["garden", "No such word", null],
  ["a", "a", null],
])("for “%s”, “%s” is cut to %j", (words, text, expected) => {
  expect(excerptOf(text, words)).toEqual(expected);
});

test.each([
  ["pointer", ["Breed: ", "Pointer", " mix"]],
  ["fast", ["“A ", "fast", " one. 5 is Ada’s age.”"]],
  ["slow", null],
  // The name says it already, and a number is none of a story.
  ["ada", null],
  ["5", null],
])("for “%s”, an animal is shown with %j", (search, excerpt) => {
  const profile = { ...unknown, breed: "Pointer mix", story: "A fast one. 5 is Ada’s age." };
  expect(findExcerpt({ id: 1n, name: "Adá", categoryId: 1n, profile }, search)).toEqual(excerpt);
});
