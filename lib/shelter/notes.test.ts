import { expect, test } from "vitest";
import { notesFor, readNotes } from "./notes";

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
  "See https://pets.example",
  "Whoever wants to adopt one of our animals should know: it takes time",
  "Fee:",
  ": £90",
])("%s is only a text", (text) => {
  expect(readNotes(text)).toEqual([{ label: "", text }]);
});

test("nothing but line breaks are no notes", () => {
  expect(readNotes("\n\r\n ")).toEqual([]);
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
