import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { AGE_GROUPS } from "../facts";
import { ageGroupOf, bornBetween, bornOnProblem, isBornAfter } from "./age";

const at = (day: string) => setClock(() => Date.parse(`${day}T12:00:00Z`));

describe("the age group", () => {
  test.each([
    ["2026-11-22", "baby"],
    ["2025-11-23", "baby"],
    ["2025-11-22", "young"],
    ["2023-11-23", "young"],
    ["2023-11-22", "adult"],
    ["2018-11-22", "senior"],
    ["2026", "baby"],
    ["2025", "young"],
    ["2025-11", "young"],
  ])("born on %s, on 22 November 2026: %s", (bornOn, group) => {
    at("2026-11-22");
    expect(ageGroupOf(bornOn)).toBe(group);
  });

  test("is right on 29 February, and for animals born on that day", () => {
    at("2028-02-29");
    expect([ageGroupOf("2027-02-28"), ageGroupOf("2027-03-01")]).toEqual(["young", "baby"]);
    at("2025-02-28");
    expect(ageGroupOf("2024-02-29")).toBe("baby");
    at("2025-03-01");
    expect(ageGroupOf("2024-02-29")).toBe("young");
  });

  test("property: exactly the dates between its bounds, compared as strings", () => {
    const day = fc.date({ min: new Date("1980-01-01"), max: new Date("2026-11-22"), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(4, 7, 10), day, (born, length, today) => {
        at(today.toISOString().slice(0, 10));
        const text = born.toISOString().slice(0, length);
        for (const group of AGE_GROUPS) {
          const { after, until } = bornBetween(group);
          expect((after === null || text > after) && (until === null || text <= until)).toBe(
            ageGroupOf(text) === group,
          );
        }
      }),
    );
  });
});

describe("a date of birth", () => {
  test.each(["2024", "2024-05", "2024-02-29", "1900", "1900-01-01", "2026-11-22", "2026"])("%s is valid", (text) => {
    at("2026-11-22");
    expect(bornOnProblem(text)).toBeNull();
  });

  test.each([
    ["2023-02-29", /exists/],
    ["2024-04-31", /exists/],
    ["1899-12-31", /before 1900/],
    ["2027", /future/],
    ["2026-11-24", /future/],
    ["", /2024-05-17/],
    ["2024-05-17T00:00:00Z", /2024-05-17/],
    ["٢٠٢٤", /2024-05-17/],
  ])("%j is not valid", (text, rule) => {
    at("2026-11-22");
    expect(bornOnProblem(text)).toMatch(rule);
  });

  test("a day that has already begun somewhere on Earth is accepted", () => {
    setClock(() => Date.parse("2026-11-22T10:30:00Z"));
    expect(bornOnProblem("2026-11-23")).toBeNull();
    setClock(() => Date.parse("2026-11-22T09:30:00Z"));
    expect(bornOnProblem("2026-11-23")).toMatch(/future/);
  });
});

test.each([
  ["2026-11", true],
  ["2026-05-18", true],
  ["2026-05-17", false],
  ["2026", false],
  ["", false],
])("born %s is after 17 May 2026: %s", (bornOn, isAfter) => {
  at("2026-11-22");
  expect(isBornAfter(bornOn, "2026-05-17T12:00:00.000Z")).toBe(isAfter);
});
