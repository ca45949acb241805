import { afterEach, expect, test } from "vitest";
import { setClock } from "../process/clock";
import { mapDays } from "./hours";
import { replyByWords } from "./reply";

afterEach(() => setClock(null));

const CLOSED = { days: mapDays(() => []), exceptions: [], note: null };
const HOURS = {
  ...CLOSED,
  days: mapDays((day) => (day === "sunday" || day === "monday" ? [] : [{ opens: "13:00", closes: "18:00" }])),
};
/** A Thursday. */
const SINCE = new Date("2026-11-26T12:00:00Z");

test.each([
  ["on an open day", 2, HOURS, "by Saturday 28 November."],
  ["on the next open day", 3, HOURS, "Expect our reply by Tuesday 1 December."],
  [
    "after a date on which it is closed",
    5,
    { ...HOURS, exceptions: [{ date: "2026-12-01", periods: [] }] },
    "by Wednesday 2 December",
  ],
  ["without opening hours", 3, null, "by Sunday 29 November"],
  ["if it is never open", 3, CLOSED, "by Sunday 29 November"],
  ["without a promise", null, HOURS, "as soon as we can"],
])("the shelter replies %s", (_, replyDays, openingHours, words) => {
  setClock(() => SINCE.getTime());
  expect(replyByWords({ replyDays, openingHours }, SINCE)).toContain(words);
});

test("after the last day, only the usual time is named", () => {
  setClock(() => Date.parse("2026-12-02T12:00:00Z"));
  expect(replyByWords({ replyDays: 3, openingHours: HOURS }, SINCE)).toBe("We usually reply within 3 days.");
});
