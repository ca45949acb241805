import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../values/time";
import { inboxHref, readInboxParams, unansweredFor } from "./inbox";

const HANDLER = "0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d";

describe("the URL of the inbox", () => {
  test.each([
    {},
    { ongoing: "true" },
    { ongoing: "true", sort: "oldest", cursor: "bzE" },
    { q: "Zoë & co", sort: "oldest" },
    { folder: "suspicious", cursor: "bzE" },
    { toTell: "true", q: "x".repeat(100) },
    { petId: "9223372036854775807", handledBy: HANDLER },
  ] as const)("%o is read as it was written", (params) => {
    expect(readInboxParams(new URL(inboxHref(params), "http://site.example").searchParams)).toEqual(params);
  });

  test.each([
    "status=new",
    "folder=inbox",
    "petId=abc",
    `handledBy=${HANDLER}0`,
    `handledBy=0${HANDLER}`,
    "other=1",
    "cursor=",
    "q= ",
    `q=${"x".repeat(101)}`,
    "sort=newest",
    "all=1",
    "ongoing=false",
  ])("ignores %s and opens with the list of what is left to do", (query) => {
    expect(inboxHref(readInboxParams(new URLSearchParams(query)))).toBe("/staff/applications");
  });
});

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
