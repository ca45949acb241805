import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hoursByDay, readHours, shortDays, todayWords } from "./hours";
import { hoursMistakes, hoursProblems, plainLines } from "./hours-check";

describe("opening hours", () => {
  test.each([
    ["Tuesday to Friday: 13:00 to 18:00", "Tuesday to Friday", "13:00 to 18:00", [2, 3, 4, 5]],
    ["Saturday: 10:00 to 16:00", "Saturday", "10:00 to 16:00", [6]],
    ["Sunday and Monday: closed", "Sunday and Monday", "closed", [0, 1]],
    ["Mon-Fri 9-17", "Mon-Fri", "9-17", [1, 2, 3, 4, 5]],
    ["Mon – Thurs, Sat: 9 am – 5 pm", "Mon – Thurs, Sat", "9 am – 5 pm", [1, 2, 3, 4, 6]],
    ["Friday to Monday: by appointment", "Friday to Monday", "by appointment", [5, 6, 0, 1]],
    ["Sundays & Tuesdays closed", "Sundays & Tuesdays", "closed", [0, 2]],
    ["Daily: 10:00 to 12:00", "Daily", "10:00 to 12:00", [0, 1, 2, 3, 4, 5, 6]],
    ["weekdays 10-12", "weekdays", "10-12", [1, 2, 3, 4, 5]],
    ["Every day: 24 hours", "Every day", "24 hours", [0, 1, 2, 3, 4, 5, 6]],
    ["Wed.: 9-12", "Wed", "9-12", [3]],
    ["Mon-Fri 9-5", "Mon-Fri", "9-5", [1, 2, 3, 4, 5]],
    ["Mo–Fr 9–17", "Mo–Fr", "9–17", [1, 2, 3, 4, 5]],
    ["Di, Do + Sa: 9-12", "", "Di, Do + Sa: 9-12", []],
    ["Di & Do: 9-12", "Di & Do", "9-12", [2, 4]],
    ["We: 9-12", "We", "9-12", [3]],
    ["Sa und So closed", "", "Sa und So closed", []],
    ["Sa, So closed", "Sa, So", "closed", [6, 0]],
  ])("%s", (line, label, text, days) => {
    expect(readHours(line)).toEqual([{ label, text, days, dates: [] }]);
  });

  test.each([
    "Closed on public holidays",
    "Please ring the bell",
    "Monk: 9",
    "Saturnalia: closed",
    "10:00 to 12:00",
    "We are closed",
    "So sorry, closed",
    "Do ring",
  ])("%s names no day, so it stays as it is", (line) => {
    expect(readHours(line)).toEqual([{ label: "", text: line, days: [], dates: [] }]);
  });

  test("lines keep their order, and empty ones are left out", () => {
    expect(readHours("Monday: 9\r\n\n  \nTuesday: 10").map(({ text }) => text)).toEqual(["9", "10"]);
    for (const end of ["\n", "\r", "\u2028", "\u2029"]) {
      expect(readHours(`Mon: 9${end}Tue: 10`).map(({ text }) => text)).toEqual(["9", "10"]);
    }
  });

  test("property: no text is lost, and parsing is always fast", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("mon", "to", " ", ":", "-", ",", "\n", "x"), maxLength: 300 }),
        (all) => {
          const letters = (text: string) => text.replace(/[\s:.]/g, "");
          expect(
            letters(
              readHours(all)
                .map(({ label, text }) => label + text)
                .join(""),
            ),
          ).toBe(letters(all));
        },
      ),
    );
  });
});

test("the hours of each day, Sunday first, and only when all are known", () => {
  const week = "Monday to Friday: 9 to 12\nFriday: 14 to 16\nweekend: closed";
  expect(hoursByDay(week)).toEqual([
    "closed",
    "9 to 12",
    "9 to 12",
    "9 to 12",
    "9 to 12",
    "9 to 12, 14 to 16",
    "closed",
  ]);
  expect(hoursByDay("Monday to Friday: 9 to 12")).toBeNull();
  expect(hoursByDay("By appointment")).toBeNull();
});

test.each([
  ["Tuesday to Sunday: 13:00 to 18:00\nMonday: closed", 1, "Closed today, opens Tuesday\u00a013:00"],
  ["Tuesday to Friday: 9 am – 5 pm\nSaturday to Monday: Closed", 6, "Closed today, opens Tuesday\u00a09\u00a0am"],
  ["Tuesday to Sunday: 13:00 to 18:00\nMonday: closed", 0, "Today 13:00 to 18:00"],
  ["Tuesday to Sunday: by appointment\nMonday: closed", 1, "Closed today"],
  ["Tuesday to Sunday: 24 hours\nMonday: closed", 1, "Closed today"],
  ["Daily: closed", 3, "Closed today"],
])("%j has words for day %i", (week, day, words) => {
  expect(todayWords(week)?.days[day]).toBe(words);
  // Above the hours of all days, the next one is not named.
  expect(todayWords(week, { namesNext: false })?.days[day]).toBe(words.replace(/, opens.*/, ""));
});

test.each([
  ["Monday: 17:00–10:00", ["Monday: “17:00–10:00” ends before it begins."]],
  ["Mon: 10 to 9.30, 14:00 to 16:00", ["Mon: “10 to 9.30” ends before it begins."]],
  ["Monday: 5 pm – 9 am", ["Monday: “5 pm – 9 am” ends before it begins."]],
  ["Mon-Fri: 9:00 to 12:00\nFriday: 11:30-15:00", ["Friday: “9:00 to 12:00” and “11:30-15:00” overlap."]],
  ["Monday: 12 am – 12 pm\nMonday: 12:00-17:00\nclosed on holidays", []],
  ["Monday to Friday: 9-5\nSaturday: 9 to 12, 1–5 pm\nSunday: by appointment", []],
  ["Daily: 9 to 12, 14 to 18", []],
  ["Mon-Fri 9-5\nFriday: 16:00-18:00", ["Friday: “9-5” and “16:00-18:00” overlap."]],
  ["Saturday: 9 to 12, 1-5, 3–6 pm", ["Saturday: “1-5” and “3–6 pm” overlap."]],
  ["Mo 9-5\nMonday: 4 pm – 6", ["Monday: “9-5” and “4 pm – 6” overlap."]],
])("what looks wrong with %j", (hours, problems) => expect(hoursProblems(hours)).toEqual(problems));

test.each([
  [
    "Tuesday to Firday: 13 to 18\n\nSaturday: 10:00 to 25:00",
    ["Line 1: “Firday” is not a day. Did you mean Friday?", "Line 3: 25:00 is not a time."],
  ],
  [
    "Mondy 9 to 5\nTuesday: 10:00 to 25:00\nSundy closed\nMidday closed\nNot closed on holidays",
    [
      "Line 1: “Mondy” is not a day. Did you mean Monday?",
      "Line 2: 25:00 is not a time.",
      "Line 3: “Sundy” is not a day. Did you mean Sunday?",
    ],
  ],
  ["Wendesdays: closed", ["Line 1: “Wendesdays” is not a day. Did you mean Wednesday?"]],
  ["Monday: 9 to 26, 10.75 to 11", ["Line 1: 26 is not a time.", "Line 1: 10:75 is not a time."]],
  ["Please come before 10:75", ["Line 1: 10:75 is not a time."]],
  ["closed\nMonday: 18:00 to 13:00\nTuesday: call 030 23-12 34", ["Line 2: “18:00 to 13:00” ends before it begins."]],
  ["Mon: 10 to 9.30, 14:00 to 16:00", ["Line 1: “10 to 9.30” ends before it begins."]],
  ["Monday: 5 pm – 9 am", ["Line 1: “5 pm – 9 am” ends before it begins."]],
  ["Monday: 20:00 to 6:00, 22:00 to 0:30", []],
  ["Monday and Tuesday: 9:00 to 24:00\nWed.: 0:00 – 9 am, 1-5", []],
  ["Midday: closed\nToday: closed\nHolidays: closed\nPlease note: ring the bell\nDesk: see below", []],
  ["24.12. to 26.12.: closed\nMonday: call 030 55-12 34, or see 1:100 on the map\n31.12: closed", []],
  ["Saturday and holidays: 9 to 12", []],
])("the mistakes of %j", (hours, mistakes) => expect(hoursMistakes(hours)).toEqual(mistakes));

test.each([
  ["Monday: 9 to 12\nTue–Fri 9 to 12\nDaily: closed", []],
  [
    "Monday: 9 to 12\n\nPlease ring the bell",
    ["Line 3 is shown as plain text, because it does not begin with a day or a date."],
  ],
  ["Saturday and holidays: 9 to 12", ["Line 1 is only for “Saturday”, because “holidays” is not a day."]],
])("which lines of %j are plain text", (hours, notes) => expect(plainLines(hours)).toEqual(notes));

test.each([
  ["Tuesday to Friday", "Tue–Fri"],
  ["saturdays - Mon", "sat–Mon"],
  ["Monday, Wednesday and Sunday", "Mon, Wed, Sun"],
  ["Weekdays", "Weekdays"],
])("the days %s are %s where there is little space", (label, short) => {
  expect(shortDays(label)).toBe(short);
});
