import { describe, expect, test } from "vitest";
import { dueOf, fromLocalField, isHandOverNext, pastWords, toLocalField } from "./hand-over";

describe("the date of a hand-over", () => {
  test.each(["2026-11-22T15:30:00.000Z", "2026-01-01T00:00:00.000Z", "2026-07-04T22:05:00.000Z"])(
    "the field gives the time %s back",
    (iso) => {
      expect(toLocalField(iso)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      expect(fromLocalField(toLocalField(iso))).toBe(iso);
    },
  );

  test("an empty field means no date, and a year out of range is not valid", () => {
    expect(toLocalField(null)).toBe("");
    expect(fromLocalField("")).toBeNull();
    for (const text of ["1999-01-01T10:00", "9999-01-01T10:00", "soon"]) expect(fromLocalField(text)).toBeUndefined();
  });

  test("a hand-over is due by days, not by hours", () => {
    const now = new Date(2026, 10, 22, 12);
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
    expect(dueOf(at(22, 1), now)).toBe("today");
    expect(dueOf(at(22, 23), now)).toBe("today");
    expect(dueOf(at(21, 23), now)).toBe("overdue");
    expect(dueOf(at(23, 0), now)).toBe("later");
    expect(dueOf(null, now)).toBe("unknown");
    expect([at(21, 23), at(22, 23), at(23, 0), null].map((iso) => isHandOverNext(iso, now))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const texts = ["2026-11-21T23:59", "2026-11-22T11:59", "2026-11-22T12:01", ""];
    expect(texts.map((text) => pastWords(text, now))).toEqual(["This day is past.", "This time is past.", "", ""]);
  });
});
