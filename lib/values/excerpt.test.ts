import { expect, test } from "vitest";
import { nameInSentence } from "./excerpt";

test.each([
  ["Olive", "Olive"],
  ["Sir  Barks\u2003A Lot", "Sir Barks A Lot"],
  ["Maximiliana of the North Barn and the Seas", "Maximiliana of the North Barn and the…"],
  ["Maximiliana of the North Barn and Seas. The Great", "Maximiliana of the North Barn and Seas…"],
  ["🐶".repeat(41), `${"🐶".repeat(40)}…`],
  ["🐶".repeat(40), "🐶".repeat(40)],
])("%s stands in a sentence as %s", (name, words) => {
  expect(nameInSentence(name)).toBe(words);
});
