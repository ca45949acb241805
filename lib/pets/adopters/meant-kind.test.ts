import { expect, test } from "vitest";
import { meantKind } from "./meant-kind";

test.each([
  ["Puppies", "dog", undefined],
  ["black Labrador", "dog", undefined],
  ["two beagles", "dog", undefined],
  ["guinea pig", "guinea-pig", undefined],
  ["dwarf hamster", "hamster", undefined],
  ["rabit", "rabbit", "rabbit"],
  ["kiten", "cat", "kitten"],
  ["brown hosre", "horse", "horse"],
  ["hampsters", "hamster", "hamsters"],
  ["labradoor", "dog", "labrador"],
])("a search for “%s” means the kind %s", (text, kind, spelling) => {
  const meant = meantKind(text);
  expect([meant?.kind.picture, meant?.spelling]).toEqual([kind, spelling]);
});

test.each(["Ollie", "Carl", "Rosie", "Buddy", "Molly", "Rex", "مرحبا", "😀", "%", ""])(
  "a search for the name “%s” means no kind",
  (name) => {
    expect(meantKind(name)).toBeNull();
  },
);
