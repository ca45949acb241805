import { expect, test } from "vitest";
import { firstWord, initialsOf, personName, shownName } from "./person-name";

test.each([
  ["vera.lang@shelter.example", "Vera Lang"],
  ["vera+desk@shelter.example", "Vera"],
  ["o_anne-marie@shelter.example", "O Anne Marie"],
  ["ärzte@shelter.example", "Ärzte"],
  ["vera", "Vera"],
  ["...@shelter.example", "...@shelter.example"],
  ["", ""],
])("%s is shown as %j", (text, name) => expect(personName(text)).toBe(name));

test("a name that was entered is shown as it is, the local part of an e-mail address as words", () => {
  const email = "anne.de-boer@shelter.example";
  expect(shownName({ email, name: "anne.de-boer" })).toBe("Anne De Boer");
  expect(shownName({ email, name: "Anne-Marie de Boer" })).toBe("Anne-Marie de Boer");
});

test.each([
  ["Vera Lang", "Vera", "VL"],
  ["Anne-Marie de Boer", "Anne-Marie", "AB"],
  ["  ärzte ", "ärzte", "Ä"],
  ["𝒱era 🐾", "𝒱era", "𝒱🐾"],
  ["", "", ""],
])("%j has the first word %j and the initials %j", (name, first, initials) => {
  expect(firstWord(name)).toBe(first);
  expect(initialsOf(name)).toBe(initials);
});
