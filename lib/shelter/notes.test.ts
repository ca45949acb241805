import { expect, test } from "vitest";
import { readNotes } from "./notes";

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
