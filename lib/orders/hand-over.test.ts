import { describe, expect, test } from "vitest";
import {
  agreedWords,
  dayHeading,
  dueOf,
  fromLocalFields,
  handOverDayWords,
  handOverWords,
  isHandOverNext,
  joinLocalFields,
  machineTime,
  pastWords,
  plannedLaterWords,
  sortTimeOf,
  splitLocalFields,
  toLocalFields,
  wrongWords,
} from "./hand-over";
import { isDayAlone } from "./schema";

describe("the date of a hand-over", () => {
  test.each(["2026-11-22T15:30:00.000Z", "2026-01-01T00:00:00.000Z", "2026-07-04T22:05:00.000Z"])(
    "the field gives the time %s back",
    (iso) => {
      expect(toLocalFields(iso)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      expect(fromLocalFields(toLocalFields(iso))).toBe(iso);
    },
  );

  test("a day without a time is that day, and a time that somebody chooses is never taken for one", () => {
    const iso = "2030-12-05T12:00:00.001Z";
    expect(fromLocalFields("2030-12-05")).toBe(iso);
    expect(toLocalFields(iso)).toBe("2030-12-05");
    expect([handOverWords(iso), handOverDayWords(iso)]).toEqual(["5 Dec 2030", "5 Dec 2030"]);
    expect(agreedWords(iso)).toMatch(/^Thursday,? 5 December 2030$/);
    expect([4, 5, 6].map((day) => dueOf(iso, new Date(2030, 11, day, 23)))).toEqual(["later", "today", "overdue"]);
    for (let hour = 0; hour < 24; hour++) {
      const text = `${String(hour).padStart(2, "0")}:00`;
      const time = fromLocalFields(`2030-12-05T${text}`) ?? "";
      expect(isDayAlone(time)).toBe(false);
      expect(handOverWords(time)).toContain(`, ${text}`);
    }
    expect([iso, "2030-12-05T15:30:00.000Z"].map(machineTime)).toEqual(["2030-12-05", "2030-12-05T15:30:00.000Z"]);
  });

  test.each([
    ["", "", ""],
    ["2030-12-05", "", "2030-12-05"],
    ["2030-12-05", "15:30", "2030-12-05T15:30"],
    ["", "15:30", "T15:30"],
  ])("the day “%s” and the time “%s” are joined and split", (day, time, text) => {
    expect(joinLocalFields(day, time)).toBe(text);
    expect(splitLocalFields(text)).toEqual({ day, time });
  });

  test("empty fields mean no day; a time alone and a year out of range are not valid", () => {
    expect(toLocalFields(null)).toBe("");
    expect(fromLocalFields("")).toBeNull();
    for (const text of ["1999-01-01T10:00", "9999-01-01", "T10:00", "soon"])
      expect(fromLocalFields(text)).toBeUndefined();
  });

  test.each([
    ["", ""],
    ["2030-12-05", ""],
    ["T10:00", "Choose the day, too."],
    ["1999-01-01", "Choose a day in the years 2000 to 2999."],
  ])("what is wrong with “%s”: %s", (text, words) => {
    expect(wrongWords(text)).toBe(words);
  });

  test("hand-overs are sorted and headed by their day", () => {
    const now = new Date(2026, 10, 30, 12);
    const at = (month: number, day: number, hour: number) => new Date(2026, month, day, hour).toISOString();
    expect(dayHeading(at(10, 29, 23), now)).toBe("Overdue");
    expect(dayHeading(at(10, 30, 0), now)).toBe("Today");
    expect(dayHeading(at(11, 1, 23), now)).toBe("Tomorrow");
    expect(dayHeading("2026-12-01T12:00:00.001Z", now)).toBe("Tomorrow");
    expect(dayHeading(at(11, 2, 0), now)).toMatch(/^Wednesday,? 2 December$/);
    expect(dayHeading("2027-01-05T12:00:00.001Z", now)).toMatch(/^Tuesday,? 5 January 2027$/);
    expect(dayHeading(null, now)).toBe("No day yet");
    expect(plannedLaterWords("2026-12-02T12:00:00.001Z", now)).toMatch(/^It was planned for Wednesday,? 2 December\.$/);
    expect([at(10, 29, 23), at(10, 30, 23), null].map((iso) => plannedLaterWords(iso, now))).toEqual(["", "", ""]);
    // A day without a time begins the day.
    const times = [null, at(11, 1, 9), "2026-12-01T12:00:00.001Z", at(10, 30, 23)];
    expect(times.toSorted((one, other) => sortTimeOf(one) - sortTimeOf(other))).toEqual([
      times[3],
      times[2],
      times[1],
      null,
    ]);
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
    const texts = [
      "2026-11-21T23:59",
      "2026-11-21",
      "2026-11-22T11:59",
      "2026-11-22T12:01",
      "2026-11-22",
      "T10:00",
      "",
    ];
    expect(texts.map((text) => pastWords(text, now))).toEqual([
      "This day has passed.",
      "This day has passed.",
      "This time has passed.",
      "",
      "",
      "",
      "",
    ]);
  });
});
