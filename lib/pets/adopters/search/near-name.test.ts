import { expect, test } from "vitest";
import { nearestName } from "./near-name";

const PETS = ["Sunflower", "Lina", "Luna", "Zoë", "Sir  Barkley", "Bo", "Max", "Buddy", "Moonlight"].map((name) => ({
  name,
}));

test.each([
  ["luan", "Luna", 1],
  ["lunna", "Luna", 1],
  ["LUMA", "Luna", 1],
  ["sunflwer", "Sunflower", 1],
  ["snuflowr", "Sunflower", 2],
  ["zoé!", "Zoë", 1],
  // The beginning of a name.
  ["sunfo", "Sunflower", 2],
  // A word of a name leads to all animals with this word.
  ["barkly", "Barkley", 1],
  ["sir brakley", "Sir  Barkley", 1],
  // Another spelling of the same sound.
  ["buddie", "Buddy", 1],
  ["moonlite", "Moonlight", 1],
  // Equally near to two names: the first one.
  ["lena", "Lina", 1],
])("“%s” probably means %s, with %i errors", (typed, meant, errors) => {
  const pet = PETS.find(({ name }) => name.includes(meant));
  expect(nearestName(typed, PETS)).toEqual({ pet, meant, errors });
});

test.each(["lnau", "bu", "boo", "ma", "snflwrs", "nobody is called this", "x".repeat(100)])(
  "“%s” means no name",
  (typed) => expect(nearestName(typed, PETS)).toBeNull(),
);

test("very long names are not compared", () => {
  expect(nearestName(`${"x".repeat(40)}y`, [{ name: "x".repeat(40) }])).not.toBeNull();
  expect(nearestName(`${"x".repeat(41)}y`, [{ name: "x".repeat(41) }])).toBeNull();
});
