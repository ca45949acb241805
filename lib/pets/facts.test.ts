import { expect, test } from "vitest";
import { filtersHref, parseFilters } from "./adopters/filters";
import { activeFilters } from "./adopters/list-words";
import { NO_CARE } from "./care/schema";
import { EditValues, readProfileValues, toEditValues } from "./edit/pet-values";
import { FACT_KEYS, FACTS, toFacts } from "./facts";
import { conditionsOn } from "./list/statement";
import { readFacts, toRow } from "./profile/columns";
import { changedFacts, Money, type NewProfile, NO_PROFILE, withNamed } from "./profile/schema";
import { factLine, factRows } from "./profile/words";

const pet = { id: 7n, name: "Bella", categoryId: 1n };
const FULL: NewProfile = {
  story: "Found in a garden.\n",
  breed: "Labrador",
  cross: true,
  bornOn: "2020-05",
  sex: "female",
  neutered: false,
  size: "extra_large",
  colour: "Black",
  energy: "low",
  houseTrained: true,
  vaccinated: null,
  specialNeeds: "A pill every day",
  adoptionFee: "120.50",
  bondedWith: 12n,
  goodWith: { children: true, dogs: false, cats: null },
};

test.each([
  ["all that is known", FULL],
  ["nothing", NO_PROFILE],
])("%s goes into a form and out again as it was", (_what, profile) => {
  const values = toEditValues({ pet, profile, care: NO_CARE });
  expect(EditValues.safeParse(values).error).toBeUndefined();
  expect(readProfileValues(values)).toEqual(profile);
});

test("each fact has a column of its own, from whose text it is read", () => {
  const row = toRow(FULL);
  expect(Object.keys(row)).toEqual(FACT_KEYS.map((key) => FACTS[key].column));
  expect(new Set(Object.keys(row)).size).toBe(FACT_KEYS.length);
  const short = (value: unknown) => (typeof value === "boolean" ? String(value)[0] : String(value));
  for (const textOf of [String, short]) {
    const texts = Object.values(row).map((value) => (value === null ? null : (textOf(value) ?? null)));
    expect(readFacts(texts)).toEqual(toFacts(FULL));
  }
});

test("a change names only what differs, and gives the profile that was wanted", () => {
  const wanted = { ...FULL, energy: "high", bondedWith: null, goodWith: { ...FULL.goodWith, cats: true } } as const;
  const named = { energy: "high", bondedWith: null, goodWith: { cats: true } };
  expect(changedFacts(wanted, FULL)).toEqual(named);
  expect(changedFacts(FULL, { ...FULL })).toBeNull();
  expect(withNamed(FULL, changedFacts(wanted, FULL) ?? {})).toEqual(wanted);
});

test.each([
  ["0", "0"],
  ["120", "120"],
  ["120.5", "120.50"],
  ["120.00", "120"],
  ["99999.99", "99999.99"],
  ...["", "-1", "01", "1.005", "1e3", "1,5", " 1", "100000"].map((text) => [text, undefined] as const),
] as const)("the amount %j is %j", (text, amount) => expect(Money.safeParse(text).data).toBe(amount));

test("a filter is a condition on the column of its fact", () => {
  const filters = { sex: "female", neutered: false, bondedWith: 12n, maxAdoptionFee: "120.50" } as const;
  expect(conditionsOn({ ...filters, goodWith: ["dogs"] }, "all")).toEqual([
    { text: "sex = ?", value: "female" },
    { text: "is_neutered = ?", value: "false" },
    { text: "bonded_with = ?", value: "12" },
    { text: "good_with_dogs = ?", value: "true" },
    { text: "adoption_fee <= ?", value: "120.50" },
  ]);
});

test("filters of adopters survive in the address, and each is taken off on its own", () => {
  const href = "/?age=senior&energy=low&houseTrained=true&good=dogs&good=cats";
  const filters = parseFilters(new URLSearchParams(`${href.slice(2)}&neutered=no&bondedWith=1`));
  expect(filtersHref(filters)).toBe(href);
  expect(activeFilters(filters).map(({ label, rest }) => [label, filtersHref(rest)])).toEqual([
    ["Senior", "/?energy=low&houseTrained=true&good=dogs&good=cats"],
    ["Low energy", "/?age=senior&houseTrained=true&good=dogs&good=cats"],
    ["House-trained", "/?age=senior&energy=low&good=dogs&good=cats"],
    ["Good with dogs", "/?age=senior&energy=low&houseTrained=true&good=cats"],
    ["Good with cats", "/?age=senior&energy=low&houseTrained=true&good=dogs"],
  ]);
});

test("pages say what is known, in a table and in a line", () => {
  const shown = { ...pet, profile: { ...FULL, bornOn: null, ageGroup: null } };
  expect(factRows(shown)).toEqual([
    ["Breed", "Labrador"],
    ["Cross-breed", "Yes"],
    ["Sex", "Female"],
    ["Neutered", "No"],
    ["Size", "Extra large"],
    ["Colour", "Black"],
    ["Energy", "Low energy"],
    ["House-trained", "Yes"],
    ["Special needs", "A pill every day"],
  ]);
  const line = "Labrador, Cross-breed, Female, Not neutered, Extra large, Colour: Black, Low energy, House-trained";
  expect(factLine(shown).join(", ")).toBe(`${line}, Special needs: A pill every day`);
  expect(factRows({ ...pet, profile: { ...NO_PROFILE, ageGroup: null } })).toEqual([]);
});
