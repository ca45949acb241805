import { afterEach, expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { ageGroupOf } from "./age";
import { NO_PROFILE } from "./schema";
import { companionMarks, factRows, waitWords } from "./words";

afterEach(() => setClock(null));
const at = (day: string) => setClock(() => Date.parse(`${day}T12:00:00Z`));

test.each([
  ["2026", "Baby, less than a year"],
  ["2025", "Young, about 1 year"],
  ["2016", "Senior, about 10 years"],
  ["2026-11", "Baby, less than a month"],
  ["2026-10", "Baby, 1 month"],
  ["2024-12", "Young, 23 months"],
  ["2024-11", "Young, 2 years"],
  ["2026-11-20", "Baby, less than a week"],
  ["2026-11-15", "Baby, 1 week"],
  ["2026-09-01", "Baby, 11 weeks"],
  ["2026-08-22", "Baby, 3 months"],
  ["2026-08-23", "Baby, 13 weeks"],
  ["2023-11-23", "Young, 2 years"],
  ["2023-11-22", "Adult, 3 years"],
])("born on %s, on 22 November 2026: %s", (bornOn, words) => {
  at("2026-11-22");
  const facts = factRows({ categoryId: 1n, profile: { ...NO_PROFILE, bornOn, ageGroup: ageGroupOf(bornOn) } });
  expect(facts).toEqual([["Age", words]]);
});

test.each([
  [2n, "Senior, about 8 years"],
  [3n, "Senior, about 8 years"],
  [7n, "about 8 years"],
  [8n, "about 8 years"],
  [512n, "about 8 years"],
])("an animal of 8 years of the kind %i: %s", (categoryId, words) => {
  at("2026-11-22");
  const profile = { ...NO_PROFILE, bornOn: "2018", ageGroup: "senior" as const };
  expect(factRows({ categoryId, profile })).toEqual([["Age", words]]);
});

test("unknown facts are left out", () => {
  expect(factRows({ categoryId: 1n, profile: { ...NO_PROFILE, ageGroup: null } })).toEqual([]);
  const known = { breed: "Beagle mix", bornOn: null, ageGroup: null, sex: "male", size: "extra_large" } as const;
  expect(factRows({ categoryId: 1n, profile: known })).toEqual([
    ["Breed", "Beagle mix"],
    ["Sex", "Male"],
    ["Size", "Extra large"],
  ]);
});

test.each([
  ["2026-11-22T00:00:00Z", null],
  ["2026-11-21T23:59:59Z", "1 day"],
  ["2026-11-19T18:00:00Z", "3 days"],
  ["2026-11-16T23:00:00Z", "6 days"],
  ["2026-11-15T23:00:00Z", "1 week"],
  ["2026-08-23T12:00:00Z", "13 weeks"],
  ["2026-08-22T12:00:00Z", "3 months"],
  ["2025-11-22T12:00:00Z", "12 months"],
  ["2024-11-22T12:00:00Z", "2 years"],
  ["2026-11-23T12:00:00Z", null],
])("waiting since %s: %s", (since, words) => {
  at("2026-11-22");
  expect(waitWords(new Date(since))).toBe(words);
});

test.each([
  [[true, true, true], "Good with children, good with dogs, good with cats"],
  [[true, false, null], "Good with children, not with dogs, not known: cats"],
  [[null, null, true], "Not known: children, not known: dogs, good with cats"],
])("good with children, dogs and cats %j: %j", ([children = null, dogs = null, cats = null], words) => {
  const marks = companionMarks({ children, dogs, cats });
  expect(marks.map(([, lead, companion]) => lead + companion).join("")).toBe(words);
});
