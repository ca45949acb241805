import { expect, test } from "vitest";
import { isWithin } from "./date-span";
import { readDatedLine } from "./dated-line";
import { readHours, todayWords } from "./hours";
import { closedWords } from "./open-at";

test.each([
  ["24 Dec closed", "24 Dec", "closed", [["12-24", "12-24"]]],
  ["24th of December: closed", "24th of December", "closed", [["12-24", "12-24"]]],
  ["24–26 Dec: closed", "24–26 Dec", "closed", [["12-24", "12-26"]]],
  ["Dec 24-26, 2030: closed", "Dec 24-26, 2030", "closed", [["2030-12-24", "2030-12-26"]]],
  ["24.12. to 2.1.: closed", "24.12. to 2.1.", "closed", [["12-24", "01-02"]]],
  ["24.12.2030 – 2.1.2031: closed", "24.12.2030 – 2.1.2031", "closed", [["2030-12-24", "2031-01-02"]]],
  ["24 Dec – 2 January 2031 closed", "24 Dec – 2 January 2031", "closed", [["2030-12-24", "2031-01-02"]]],
  [
    "24, 25 and 31 Dec: 10 to 12",
    "24, 25 and 31 Dec",
    "10 to 12",
    [
      ["12-24", "12-24"],
      ["12-25", "12-25"],
      ["12-31", "12-31"],
    ],
  ],
  ["Dec 24-26 closed", "Dec 24-26", "closed", [["12-24", "12-26"]]],
  ["2030-12-24: closed", "2030-12-24", "closed", [["2030-12-24", "2030-12-24"]]],
  ["May 1, 2030 10:00–12:00", "May 1, 2030", "10:00–12:00", [["2030-05-01", "2030-05-01"]]],
])("%s is for dates", (line, label, text, dates) => {
  expect(readHours(line)).toEqual([{ label, text, days: [], dates: dates.map(([from, to]) => ({ from, to })) }]);
});

test.each([
  "31 Feb: closed",
  "32.12.: closed",
  "9.30 to 12",
  "9.10 to 11.12",
  "10 - 12 closed",
  "Market 5 opens",
  "24 Dec",
  "24 hours",
])("%s is for no date", (line) => expect(readDatedLine(line)).toBeNull());

test("dates without a year are those of every year, also beyond its end", () => {
  const holidays = { from: "12-24", to: "01-02" };
  for (const day of ["2030-12-24", "2031-12-31", "2031-01-02"]) expect(isWithin(holidays, day)).toBe(true);
  for (const day of ["2030-12-23", "2031-01-03"]) expect(isWithin(holidays, day)).toBe(false);
});

const HOURS =
  "Tue-Fri 9-5\nSaturday: 10:00 to 12:00, 14:00 to 16:00\nSunday and Monday: closed\n24 Dec: closed\n31 Dec: 9 to 12";

test.each([
  ["2030-12-05", "", ""],
  ["2030-12-05", "16:59", ""],
  ["2030-12-05", "17:00", "The shelter is closed then. On Thursdays: 9-5."],
  ["2030-12-07", "13:00", "The shelter is closed then. On Saturdays: 10:00 to 12:00, 14:00 to 16:00."],
  ["2030-12-08", "", "The shelter is closed on Sundays."],
  ["2030-12-24", "10:00", "The shelter is closed on 24 Dec."],
  ["2030-12-31", "14:00", "The shelter is closed then. On 31 Dec: 9 to 12."],
  ["2030-12-31", "11:30", ""],
])("on %s at “%s”: “%s”", (date, time, words) => expect(closedWords(HOURS, date, time)).toBe(words));

test.each([null, "By appointment", "Monday: 9 to 12", "Thursday: by appointment, 9 to 12", "Thursday: 22:00 to 2:00"])(
  "%j does not say that it is closed on a Thursday at 23:30",
  (hours) => expect(closedWords(hours, "2030-12-05", "23:30")).toBe(""),
);

test("dates have their own words, and then no next opening is promised", () => {
  expect(todayWords("Daily: 9 to 12\n24–26 Dec: closed\n31 Dec: 9 to 10")?.dated).toEqual([
    { dates: [{ from: "12-24", to: "12-26" }], text: "Closed today" },
    { dates: [{ from: "12-31", to: "12-31" }], text: "Today 9 to 10" },
  ]);
  expect(todayWords("Tuesday to Sunday: 9 to 12\nMonday: closed\n24 Dec: closed")?.days[1]).toBe("Closed today");
});
