import { describe, expect, test } from "vitest";
import { setClock } from "../process/clock";
import { mapDays } from "./hours";
import { addressLines, notesFor, readNotes, replyByWords, telephoneHref } from "./words";

test("a telephone number is called with its extension", () => {
  const hrefs = ["+44 (0)20 7946-0123", "+1 512 555 0100 ext. 12", "5125550100#12"].map(telephoneHref);
  expect(hrefs).toEqual(["tel:+4402079460123", "tel:+15125550100;ext=12", "tel:5125550100;ext=12"]);
});

test("a line with a short label is a fact, and other lines stay together as a text", () => {
  expect(
    readNotes("Adoption fee: £90 for a cat\n Health : vaccinated: twice \n\nPlease bring a basket.\n\nAnd a toy.\n"),
  ).toEqual([
    { label: "Adoption fee", text: "£90 for a cat" },
    { label: "Health", text: "vaccinated: twice" },
    { label: "", text: "Please bring a basket.\n\nAnd a toy." },
  ]);
  expect(readNotes("الرسوم: مئة")).toEqual([{ label: "الرسوم", text: "مئة" }]);
});

test.each([
  "The adoption fee is £90 for a cat. Please note: bring a basket.",
  "Whoever wants to adopt one of our animals should know: it takes time",
])("%s is only a text", (text) => {
  expect(readNotes(text)).toEqual([{ label: "", text }]);
});

test("a note whose label ends with a kind is for that kind, and one for other animals is for the others", () => {
  const notes = readNotes(
    "Fee for dogs: £180\nFee for Cats: £90\nFee for other animals: £15\nFood for thought: read\nBe kind.",
  );
  const feeOf = (kind: string) =>
    notesFor(kind, notes, ["dogs", "cats", "birds"]).map(({ label, text }) => [label, text]);
  const others = [
    ["Food for thought", "read"],
    ["", "Be kind."],
  ];
  expect(feeOf("dogs")).toEqual([["Fee", "£180"], ...others]);
  expect(feeOf("cats")).toEqual([["Fee", "£90"], ...others]);
  expect(feeOf("birds")).toEqual([["Fee", "£15"], ...others]);
});

const address = (postalCode: string | null, city: string | null, country: string | null) =>
  addressLines({ street: "1 Main Street", postalCode, city, country }).slice(1);

describe("addressLines", () => {
  test.each<[country: string | null, postalCode: string, city: string, lines: string[]]>([
    ["United Kingdom", "OX99 1PH", "Little Wickham", ["Little Wickham", "OX99 1PH", "United Kingdom"]],
    [null, "OX99 1PH", "Little Wickham", ["Little Wickham", "OX99 1PH"]],
    ["USA", "IL 62704", "Springfield", ["Springfield IL 62704", "USA"]],
    ["Germany", "10115", "Berlin", ["10115 Berlin", "Germany"]],
    // Not a British code.
    ["Netherlands", "1012 AB", "Amsterdam", ["1012 AB Amsterdam", "Netherlands"]],
  ])("%s: %s, %s", (country, postalCode, city, lines) => {
    expect(address(postalCode, city, country)).toEqual(lines);
  });
});

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
