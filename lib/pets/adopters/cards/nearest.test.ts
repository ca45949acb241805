import { expect, test } from "vitest";
import { parseFilters } from "./filters";
import { type Facts, nearestFirst, withoutOne } from "./nearest";

const filters = (query: string) => parseFilters(new URLSearchParams(query));
const NOT_KNOWN = { children: null, dogs: null, cats: null };
const facts = (known: Partial<Omit<Facts, "goodWith">>, goodWith: Partial<Facts["goodWith"]> = {}): Facts => ({
  ageGroup: null,
  sex: null,
  size: null,
  ...known,
  goodWith: { ...NOT_KNOWN, ...goodWith },
});

const PETS: Record<string, Facts> = {
  notWithCats: facts({ ageGroup: "senior", sex: "male", size: "small" }, { children: true, cats: false }),
  baby: facts({ ageGroup: "baby" }),
  unknown: facts({}),
  adult: facts({ ageGroup: "adult" }),
  senior: facts({ ageGroup: "senior" }),
  male: facts({ sex: "male" }),
  friend: facts({ ageGroup: "young" }, { children: true }),
  friendly: facts({ ageGroup: "senior" }, { children: true, cats: true }),
};
const namesFor = (query: string) => nearestFirst(Object.keys(PETS), (name) => PETS[name] ?? facts({}), filters(query));

test.each([
  [
    "age=senior&good=children&good=cats",
    ["friendly", "senior", "friend", "adult", "baby", "unknown", "male", "notWithCats"],
  ],
  ["age=senior&sex=male", ["notWithCats", "male", "senior", "friendly", "adult", "baby", "unknown", "friend"]],
  ["", Object.keys(PETS)],
])("for /?%s, animals come in the order of how many wishes they meet: %j", (query, names) => {
  expect(namesFor(query)).toEqual(names);
});

test("one filter at a time can be left out if animals match without it", () => {
  const wider = [
    facts({ ageGroup: "senior", sex: "male" }, { children: true }),
    facts({ ageGroup: "senior", sex: "male" }, { children: true, cats: null }),
    facts({ ageGroup: "baby", sex: "male" }, { children: true, cats: true }),
  ];
  const query = "kind=dog&age=senior&sex=male&good=children&good=cats";
  expect(withoutOne(filters(query), wider, false)).toEqual([
    { words: "Without “senior” (1)", target: filters("kind=dog&sex=male&good=children&good=cats") },
    { words: "Without “good with cats” (2)", target: filters("kind=dog&age=senior&sex=male&good=children") },
  ]);
  expect(withoutOne(filters(query), wider, true).map(({ words }) => words)).toContain("Without “senior” (1+)");
  // Without its only filter, a list is one without filters.
  expect(withoutOne(filters("age=adult"), wider, false)).toEqual([]);
});

test("where none is young and female, females come first, those of nearly this age before others", () => {
  const monthsAgo = (months: number) => new Date(Date.now() - months * 30.5 * 86_400_000).toISOString().slice(0, 10);
  const cats: Record<string, Facts> = {
    oldFemale: facts({ ageGroup: "adult", bornOn: monthsAgo(86), sex: "female" }),
    kitten: facts({ ageGroup: "baby", bornOn: monthsAgo(2), sex: "female" }),
    youngMale: facts({ ageGroup: "young", bornOn: monthsAgo(18), sex: "male" }),
    female: facts({ ageGroup: "baby", bornOn: monthsAgo(11), sex: "female" }),
    grownFemale: facts({ ageGroup: "adult", bornOn: monthsAgo(42), sex: "female" }),
  };
  const names = (wishes: Parameters<typeof nearestFirst>[2]) =>
    nearestFirst(Object.keys(cats), (name) => cats[name] ?? facts({}), wishes);
  expect(names(filters("age=young&sex=female"))).toEqual(["female", "grownFemale", "kitten", "oldFemale", "youngMale"]);
  expect(names({ sex: "female", ages: ["baby", "young"] })).toEqual([
    "kitten",
    "female",
    "grownFemale",
    "oldFemale",
    "youngMale",
  ]);
});
