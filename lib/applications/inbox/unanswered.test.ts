import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../values/time";
import { unansweredFor } from "./unanswered";

const NOW = new Date("2026-11-22T12:00:00Z");
const arrived = (ms: number) => {
  return { status: "new", folder: "inbox", createdAt: new Date(NOW.getTime() - ms).toISOString() } as const;
};

test.each([
  [23 * HOUR_MS, 1, null],
  [DAY_MS, 1, { text: "No answer for 1 day", isOverdue: false }],
  [DAY_MS + 1, 1, { text: "Overdue: no answer for 1 day", isOverdue: true }],
  [3 * DAY_MS, 3, { text: "No answer for 3 days", isOverdue: false }],
  [5 * DAY_MS, 3, { text: "Overdue: no answer for 5 days", isOverdue: true }],
  [40 * DAY_MS, null, { text: "No answer for 1 month", isOverdue: false }],
])("an application that arrived %i ms ago, with a promise of %s days", (ms, replyDays, expected) => {
  expect(unansweredFor(arrived(ms), replyDays, NOW)).toEqual(expected);
});

test("an answered application and possible spam do not wait", () => {
  const old = arrived(5 * DAY_MS);
  for (const status of ["talking", "visit", "approved", "answered", "declined", "withdrawn"] as const) {
    expect(unansweredFor({ ...old, status }, 3, NOW)).toBeNull();
  }
  expect(unansweredFor({ ...old, folder: "suspicious" }, 3, NOW)).toBeNull();
});
