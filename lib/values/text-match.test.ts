import { expect, test } from "vitest";
import { isMatch } from "./text-match";

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
