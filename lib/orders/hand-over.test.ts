import { describe, expect, test } from "vitest";
import {
  dayHeading,
  dueOf,
  fromLocalFields,
  handOverDayWords,
  handOverWords,
  isHandOverNext,
  isWithinWeek,
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

  const at = (month: number, day: number, hour: number) => new Date(2026, month, day, hour).toISOString();

  // Days count, not hours.
  test.each([
    [null, "No day yet", ""],
    [at(10, 29, 23), "Overdue", ""],
    [at(10, 30, 0), "Today", ""],
    [at(10, 30, 23), "Today", ""],
    ["2026-12-01T12:00:00.001Z", "Tomorrow", /^It was planned for Tuesday,? 1 December\.$/],
    [at(11, 1, 23), "Tomorrow", /^It was planned for Tuesday,? 1 December\.$/],
    [at(11, 2, 0), /^Wednesday,? 2 December$/, /^It was planned for Wednesday,? 2 December\.$/],
    ["2027-01-05T12:00:00.001Z", /^Tuesday,? 5 January 2027$/, /Tuesday,? 5 January 2027\.$/],
  ])("on 30 November 2026, a hand-over on %s is under its day", (iso, heading, planned) => {
    const now = new Date(2026, 10, 30, 12);
    expect(dayHeading(iso, now)).toEqual(expect.stringMatching(heading));
    expect(plannedLaterWords(iso, now)).toEqual(planned === "" ? "" : expect.stringMatching(planned));
    expect(isHandOverNext(iso, now)).toBe(heading === "Overdue" || heading === "Today");
    expect(["2026-12-07T12:00:00.001Z", at(11, 8, 0)].map((time) => isWithinWeek(time, now))).toEqual([true, false]);
  });

  test("a day without a time begins the day, and no day comes last", () => {
    const times = [at(10, 30, 23), "2026-12-01T12:00:00.001Z", at(11, 1, 9), null];
    expect(times.toReversed().sort((one, other) => sortTimeOf(one) - sortTimeOf(other))).toEqual(times);
  });

  test.each([
    ["2026-11-21T23:59", "This day has passed."],
    ["2026-11-21", "This day has passed."],
    ["2026-11-22T11:59", "This time has passed."],
    ["2026-11-22T12:01", ""],
    ["2026-11-22", ""],
    ["T10:00", ""],
    ["", ""],
  ])("on 22 November 2026 at noon, “%s” has passed: “%s”", (text, words) => {
    expect(pastWords(text, new Date(2026, 10, 22, 12))).toBe(words);
  });
});
