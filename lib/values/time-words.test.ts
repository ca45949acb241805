import { expect, test } from "vitest";
import { agoWords, sinceWords } from "./time-words";

const NOON = new Date("2026-11-22T12:00:00Z");

test.each([
  [0, "just now"],
  [-60, "1 minute ago"],
  [-3_599, "59 minutes ago"],
  [-86_400, "yesterday"],
  // In days of the calendar, as the list of animals counts them.
  [-40 * 3_600, "2 days ago"],
  [-8 * 86_400, "last week"],
  [-30 * 86_400, "4 weeks ago"],
  [-31 * 86_400, "last month"],
  [3 * 3_600, "in 3 hours"],
  [86_400, "tomorrow"],
  [7 * 86_400 - 1, "in 7 days"],
])("%i seconds: %s", (seconds, words) => {
  expect(agoWords(new Date(NOON.getTime() + seconds * 1_000), NOON)).toBe(words);
});

test.each([
  [0, "less than a minute"],
  [86_400 - 1, "23 hours"],
  [86_400, "1 day"],
  // Seven times 30 days, but not yet seven months of the calendar: the list of animals says 6, too.
  [213 * 86_400, "6 months"],
  [215 * 86_400, "7 months"],
])("what began %i seconds ago has lasted %s", (seconds, words) => {
  expect(sinceWords(new Date(NOON.getTime() - seconds * 1_000), NOON)).toBe(words);
});
