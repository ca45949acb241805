import { describe, expect, test } from "vitest";
import { monthStart, weekStarts } from "./schema";

describe("weeks", () => {
  test.each([
    ["2026-11-22T23:59:59Z", "2026-11-16"],
    ["2026-11-23T00:00:00Z", "2026-11-23"],
    ["2027-01-01T12:00:00Z", "2026-12-28"],
  ])("the week of %s begins on Monday, %s", (at, monday) => {
    const days = weekStarts(new Date(at)).map((day) => day.toISOString());
    expect(days).toHaveLength(12);
    expect(days.at(-1)).toBe(`${monday}T00:00:00.000Z`);
    const gaps = new Set(days.slice(1).map((day, index) => Date.parse(day) - Date.parse(days[index] ?? "")));
    expect([...gaps]).toEqual([7 * 86_400_000]);
  });

  test("the month before January is in the year before", () => {
    expect(monthStart(new Date("2026-11-22T10:00:00Z"), -1).toISOString()).toBe("2026-10-01T00:00:00.000Z");
    expect(monthStart(new Date("2027-01-31T10:00:00Z"), -1).toISOString()).toBe("2026-12-01T00:00:00.000Z");
  });
});
