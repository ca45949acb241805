import { expect, test } from "vitest";
import { capitalized } from "../../values/words";
import type { ListedPet } from "../list/schema";
import { NO_PROFILE } from "../profile/schema";
import { ageWords } from "../profile/words";
import { excerptOf, findExcerpt, toCard, toPage } from "./card";

const DAY_MS = 86_400_000;
const pet = (id: bigint, days?: number): ListedPet => ({
  id,
  name: `Pet ${id}`,
  categoryId: 1n,
  status: "available",
  ...(days !== undefined && { waitsSince: new Date(Date.now() - days * DAY_MS).toISOString() }),
});
const unknown = { ...NO_PROFILE, ageGroup: null, photos: [] };
const found = (pets: ListedPet[], next: string | null = null, categoryId?: bigint) =>
  toPage({}, { filters: { categoryId }, pets, next, prev: null, suggestion: null, nearest: [] });
const waitsOf = (pets: ListedPet[]) => found(pets).pets.map(({ summary }) => summary?.split("\n")[1]);

test("an animal says how long it has been waiting, if that was read", () => {
  expect(waitsOf([pet(1n, 21), pet(2n, 5), pet(3n)])).toEqual(["Waiting 3 weeks", "Waiting 5 days", undefined]);
});

test("only one or two animals have the beginning of their breed and story on their cards", () => {
  const profile = { ...unknown, breed: "Collie mix", story: `Rex waits. ${"He is patient. ".repeat(10)}` };
  const excerptsOf = (count: number, next: string | null = null) =>
    found(
      [1n, 2n, 3n].slice(0, count).map((id) => ({ ...pet(id), profile })),
      next,
    ).pets.map(({ textExcerpt }) => textExcerpt);
  const beginning = [expect.stringMatching(/^Collie mix\. Rex waits\. He is .{50,}…$/), "", ""];
  expect(excerptsOf(2)).toEqual([beginning, beginning]);
  expect(excerptsOf(3)).toEqual([undefined, undefined, undefined]);
  expect(excerptsOf(2, "next")).toEqual([undefined, undefined]);
  expect(found([{ ...pet(1n), profile: unknown }]).pets[0]).not.toHaveProperty("textExcerpt");
});

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

test("an adopted animal has no marks of companions", () => {
  const marksOf = (status: "available" | "pending" | "sold") =>
    toCard({ ...pet(1n), status, profile: unknown }).companions?.length;
  expect([marksOf("available"), marksOf("pending"), marksOf("sold")]).toEqual([3, 3, 0]);
});

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
