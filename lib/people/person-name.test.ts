import { expect, test } from "vitest";
import { personName } from "./person-name";

test.each([
  ["vera.lang@shelter.example", "Vera Lang"],
  ["vera+desk@shelter.example", "Vera"],
  ["o_anne-marie@shelter.example", "O Anne Marie"],
  ["ärzte@shelter.example", "Ärzte"],
  ["vera", "Vera"],
  ["...@shelter.example", "...@shelter.example"],
  ["", ""],
])("%s is shown as %j", (text, name) => expect(personName(text)).toBe(name));
