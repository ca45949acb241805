import { expect, test } from "vitest";
import { FOLDED_NAMES } from "@/e2e/testing/folded-names";
import { foldName, isMatch } from "./search";

test.each(FOLDED_NAMES)("%j is compared as %j", (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

test.each([
  ["", true],
  ["  ", true],
  ["zoe", true],
  ["ZOË admin", true],
  ["shelter.ex", true],
  ["zoe staff", false],
  ["zoeadmin", false],
])("%j is found in a name, an e-mail address and a role: %s", (q, found) => {
  expect(isMatch(q, ["Zoë Marsh", "zoe@shelter.example", "Admin"])).toBe(found);
});
