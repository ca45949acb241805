import { describe, expect, test } from "vitest";
import { isolate, nameInSentence } from "./words";

describe("isolate", () => {
  test("leaves names alone that cannot turn the text around them", () => {
    for (const name of ["Olive", "Łucja Žižka", "Дружок", "豆豆", "😀", "R2-D2!"]) expect(isolate(name)).toBe(name);
  });

  test("isolates names written from right to left, and names with direction controls", () => {
    for (const name of ["שלום", "مرحبا", "\u202Eevil", "a\u200Fb"]) expect(isolate(name)).toBe(`\u2068${name}\u2069`);
  });

  test("drops what would end the isolation early or late", () => {
    expect(isolate("\u2069\u202Eevil\u2069")).toBe("\u2068\u202Eevil\u2069");
    expect(isolate("\u2067one\u2066two")).toBe("\u2068onetwo\u2069");
  });
});

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
