import { expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { ageGroupOf } from "./age";
import { NO_PROFILE } from "./schema";
import { factRows, waitWords } from "./words";

const at = (day: string) => setClock(() => Date.parse(`${day}T12:00:00Z`));

test.each([
  ["2026", "Baby, less than a year"],
  ["2026-11", "Baby, less than a month"],
  ["2024-12", "Young, 23 months"],
  ["2024-11", "Young, 2 years"],
  ["2026-11-20", "Baby, less than a week"],
  ["2026-09-01", "Baby, 11 weeks"],
  ["2026-08-23", "Baby, 13 weeks"],
  ["2023-11-23", "Young, 2 years"],
  ["2023-11-22", "Adult, 3 years"],
])("born on %s, on 22 November 2026: %s", (bornOn, words) => {
  at("2026-11-22");
  const facts = factRows({ categoryId: 1n, profile: { ...NO_PROFILE, bornOn, ageGroup: ageGroupOf(bornOn) } });
  expect(facts).toEqual([["Age", words]]);
});

test.each([
  ["2026-11-22T00:00:00Z", null],
  ["2026-11-21T23:59:59Z", "1 day"],
  ["2026-11-15T23:00:00Z", "1 week"],
  ["2026-08-22T12:00:00Z", "3 months"],
  ["2025-11-22T12:00:00Z", "12 months"],
  ["2026-11-23T12:00:00Z", null],
])("waiting since %s: %s", (since, words) => {
  at("2026-11-22");
  expect(waitWords(new Date(since))).toBe(words);
});
