import { expect, test } from "vitest";
import { setClock } from "../process/clock";
import { closedWords, hoursLines, hoursText, mapDays, todayText } from "./hours";

const HOURS = {
  days: mapDays((day) => {
    if (day === "monday" || day === "sunday") return [];
    const morning = { opens: "10:00", closes: "12:00" };
    return day === "saturday" ? [morning, { opens: "14:00", closes: "16:00" }] : [{ opens: "13:00", closes: "18:00" }];
  }),
  exceptions: [
    { date: "2030-12-24", periods: [] },
    { date: "2030-12-30", periods: [{ opens: "09:00", closes: "12:00" }] },
  ],
  note: "Ring the bell",
};

test("days with the same hours share a line, dates that have passed have none, and the note comes last", () => {
  setClock(() => Date.parse("2030-12-26T12:00:00Z"));
  expect(hoursText(HOURS)).toBe(
    "Monday: closed\nTuesday to Friday: 13:00 to 18:00\nSaturday: 10:00 to 12:00, 14:00 to 16:00\nSunday: closed\n" +
      "30 Dec 2030: 09:00 to 12:00\nRing the bell",
  );
  expect(hoursLines(HOURS)[1]).toMatchObject({
    shortLabel: "Tue–Fri",
    days: ["tuesday", "wednesday", "thursday", "friday"],
  });
});

test.each([
  ["2030-12-07", "Today 10:00 to 12:00, 14:00 to 16:00"],
  ["2030-12-08", "Closed today, opens Tuesday\u00a013:00"],
  ["2030-12-24", "Closed today, opens Wednesday\u00a013:00"],
  ["2030-12-29", "Closed today, opens Monday\u00a009:00"],
])("on %s: “%s”", (date, words) => expect(todayText(HOURS, date, true)).toBe(words));

test.each([
  ["2030-12-05", "", ""],
  ["2030-12-05", "17:59", ""],
  ["2030-12-05", "18:00", "The shelter is closed then. On Thursdays: 13:00 to 18:00."],
  ["2030-12-07", "13:00", "The shelter is closed then. On Saturdays: 10:00 to 12:00, 14:00 to 16:00."],
  ["2030-12-08", "", "The shelter is closed on Sundays."],
  ["2030-12-24", "14:00", "The shelter is closed on 24 Dec 2030."],
  ["2030-12-30", "14:00", "The shelter is closed then. On 30 Dec 2030: 09:00 to 12:00."],
  ["2030-12-30", "11:30", ""],
])("a hand-over on %s at “%s”: “%s”", (date, time, words) => expect(closedWords(HOURS, date, time)).toBe(words));
