import { expect, test } from "vitest";
import { parseOnlyTopics, parseSearch } from "./parse-search";

test.each([
  ["Dogs", { kind: "dog" }, ""],
  ["black Labrador", { kind: "dog" }, "black labrador"],
  ["two beagles", { kind: "dog" }, "beagle"],
  ["guinea pig", { kind: "guinea-pig" }, ""],
  ["Guinea-pigs", { kind: "guinea-pig" }, ""],
  ["dwarf hamster", { kind: "hamster" }, "dwarf"],
  ["Puppies", { kind: "dog", age: "baby" }, ""],
  ["kitten", { kind: "cat", age: "baby" }, ""],
  ["old dog", { kind: "dog", age: "senior" }, ""],
  ["small female cat", { kind: "cat", sex: "female", size: "small" }, ""],
  ["a calm old girl cat", { kind: "cat", age: "senior", sex: "female" }, "calm"],
  ["old golden retriever", { kind: "dog", age: "senior" }, "golden retriever"],
  ["stallion", { kind: "horse", sex: "male" }, ""],
  ["big animals", { size: "large" }, ""],
  ["dog that can live with cats", { kind: "dog", goodWith: ["cats"] }, ""],
  ["cat who gets on with dogs", { kind: "cat", goodWith: ["dogs"] }, ""],
  ["extra large", { size: "extra_large" }, ""],
  ["medium-sized", { size: "medium" }, ""],
  ["good with kids", { goodWith: ["children"] }, ""],
  // In the order of the controls.
  ["cat good with dogs and children", { kind: "cat", goodWith: ["children", "dogs"] }, ""],
  ["dog for children and cat", { kind: "dog", goodWith: ["children", "cats"] }, ""],
  ["dog for my cats and two kids", { kind: "dog", goodWith: ["children", "cats"] }, ""],
  ["Cat-friendly dog", { kind: "dog", goodWith: ["cats"] }, ""],
  ["friendly with cats", { goodWith: ["cats"] }, ""],
  ["dog that lives with dogs and cats", { kind: "dog", goodWith: ["dogs", "cats"] }, ""],
  ["dogs that like cats", { kind: "dog", goodWith: ["cats"] }, ""],
  ["cat who loves kids and dogs", { kind: "cat", goodWith: ["children", "dogs"] }, ""],
  ["dog for families", { kind: "dog", goodWith: ["children"] }, ""],
  ["dog for a family", { kind: "dog", goodWith: ["children"] }, ""],
  ["family dog", { kind: "dog", goodWith: ["children"] }, ""],
  ["dog for a family with small children and an old cat", { kind: "dog", goodWith: ["children", "cats"] }, ""],
  ["small dog, good with young kids", { kind: "dog", size: "small", goodWith: ["children"] }, ""],
  ["looking for dogs", { kind: "dog" }, ""],
  ["looking for a cat, with kids", { kind: "cat", goodWith: ["children"] }, ""],
  [
    "a calm older dog for a family with a cat and small children",
    { kind: "dog", age: "senior", goodWith: ["children", "cats"] },
    "calm",
  ],
  ["calm older dog family cat small children", { kind: "dog", age: "senior", goodWith: ["children", "cats"] }, "calm"],
  ["dog small children", { kind: "dog", goodWith: ["children"] }, ""],
  ["small dog young kids", { kind: "dog", size: "small", goodWith: ["children"] }, ""],
  ["labrador family cat", { kind: "dog", goodWith: ["children", "cats"] }, "labrador"],
  ["small family dog", { kind: "dog", size: "small", goodWith: ["children"] }, ""],
  ["looking for a family dog", { kind: "dog", goodWith: ["children"] }, ""],
  ["family dog with cats", { kind: "dog", goodWith: ["children", "cats"] }, ""],
  ["a child-friendly cat", { kind: "cat", goodWith: ["children"] }, ""],
  ["We have a dog and want to adopt a cat", { kind: "cat", goodWith: ["dogs"] }, ""],
  ["dog for someone who has cats", { kind: "dog", goodWith: ["cats"] }, ""],
  ["do you have small dogs", { kind: "dog", size: "small" }, ""],
  ["dog for a family with 2 kids and a baby", { kind: "dog", goodWith: ["children"] }, ""],
  ["dog for a family with a baby", { kind: "dog", goodWith: ["children"] }, ""],
  ["I need a quiet cat that is good in a home with little children", { kind: "cat", goodWith: ["children"] }, "quiet"],
  ["calm, good with kids", { goodWith: ["children"] }, "calm"],
  ["dog that is used to cats and likes walks", { kind: "dog", goodWith: ["cats"] }, "walks"],
  ["children", { goodWith: ["children"] }, ""],
  ["a companion for my other dog", { goodWith: ["dogs"] }, ""],
  ["angora cat", { kind: "cat" }, "angora"],
  ["labs", { kind: "dog" }, "lab"],
  ["tortie", { kind: "cat" }, "tortie"],
  ["Alsatian", { kind: "dog" }, "alsatian"],
])("a search for “%s” means %j, and stories with “%s”", (text, filters, otherWords) => {
  expect(parseSearch(text)).toEqual(otherWords === null ? null : { filters, otherWords });
});

test.each([
  ["cats and dogs", {}, ["cat", "dog"], ""],
  ["old black dog, cat, hound", { age: "senior" }, ["dog", "cat"], "black"],
  ["beagle siamese", {}, ["dog", "cat"], "beagle siamese"],
])("a search for “%s” means %j of the kinds %j", (text, filters, kinds, otherWords) => {
  const meant = parseSearch(text);
  expect(meant).toMatchObject({ filters, otherWords });
  expect(meant?.filters.kind).toBeUndefined();
  expect(meant?.kinds?.map(({ slug }) => slug)).toEqual(kinds);
});

test.each([
  ["dogs under 2 years", "dog", ["baby", "young"], "young"],
  ["cat younger than 3", "cat", ["baby", "young"], null],
  ["cats under one year of age", "cat", ["baby"], null],
  ["puppies under 6 months", "dog", ["baby"], "babies"],
  ["8-week-old kittens", "cat", ["baby"], "babies"],
  ["2 year old dog", "dog", ["young"], "young"],
  ["a two-year-old dog", "dog", ["young"], "young"],
  ["dog 2.5 years", "dog", ["young"], "young"],
  ["dogs 1-3 years old", "dog", ["young"], null],
  ["dog between 2 and 5 years", "dog", ["young", "adult"], "young animals are 1 or 2 years old, and adults"],
  ["dogs over 8", "dog", ["senior"], null],
  ["older than 5", undefined, ["adult", "senior"], "adults"],
  ["old dogs over 5 years", "dog", ["senior"], "adults"],
  ["cats up to 10 years", "cat", [], "seniors"],
  ["a young female cat", "cat", ["baby", "young"], null],
  ["young adult", undefined, ["young", "adult"], null],
  ["young or adult dog", "dog", ["young", "adult"], null],
  ["up to 3 dogs", "dog", [], null],
  ["dog under the tree", "dog", [], null],
])("a search for “%s” means %s of the ages %j, and the note names %j", (text, kind, ages, note) => {
  const meant = parseSearch(text);
  const { age, sex: _sex, ...filters } = meant?.filters ?? {};
  expect([filters, meant?.ages ?? (age ? [age] : [])]).toEqual([kind ? { kind } : {}, ages]);
  expect(meant?.note).toEqual(note === null ? undefined : expect.stringContaining(`groups: ${note}`));
});

test.each([
  "not good with cats",
  "no dogs",
  "isn’t a cat",
  "dog that can’t live with cats",
  "Big Ben",
  "Billy the Kid",
  "Baby Yoda",
  "good girl",
  "Ollie",
  "Rosie",
  "rabit",
  "with",
  "the",
  "مرحبا",
  "😀",
  "%",
  "",
])("a search for “%s” means no filters", (text) => {
  expect(parseSearch(text)).toBeNull();
});

test.each([
  ["cheap", "fees"],
  ["free", "fees"],
  ["low fee", "fees"],
  ["under 100", "fees"],
  ["max. 150", "fees"],
  ["for less than $1,000", "fees"],
  ["£50", "fees"],
  ["under 10 kg", "weight"],
  ["adopted", "status “Adopted”"],
  ["reserved", "status “Pending”"],
  ["not too big", "“not too big” changes .* stories"],
  ["weighing 20-30 lbs", "weight"],
  ["new arrivals", "come first"],
  ["longest waiting", "“Waiting longest”"],
  ["new", null],
  ["hypoallergenic", "allergens"],
  ["an allergy-friendly animal", "allergens"],
  ["allergic to cats", "allergens"],
  ["apartment", "apartment"],
  ["in our flat", "flat"],
  ["flat and cheap", "flat: .*fees"],
  ["free-roaming", null],
  ["Freedom", null],
  ["cheap dog", null],
  ["under 2 years", null],
  ["no cats", "“no cats” changes"],
  ["No kids", "“no kids” changes"],
  ["not with cats", "“not with cats” changes"],
  ["hates cats", "“hates cats” changes"],
  ["does not like dogs or children", "“does not like dogs or children” changes"],
  ["a pet without small children or other dogs", "“without small children or other dogs” changes"],
  ["no cats, no dogs", "“no cats” or “no dogs” changes"],
  ["not good with cats", "“not good with cats” changes"],
  ["no catnip", null],
  ["no cat-friendly dogs", null],
  ["", null],
])("a search for “%s” only asks for what no filter knows: %s", (text, note) => {
  const topics = parseOnlyTopics(text);
  expect(topics && [topics.filters, topics.otherWords]).toEqual(note && [{}, ""]);
  expect(topics?.note).toEqual(note === null ? undefined : expect.stringMatching(new RegExp(note)));
});

test("a search that names who is absent still asks for the rest", () => {
  expect(parseSearch("calm older dog, no kids")).toEqual({
    filters: { kind: "dog", age: "senior" },
    note: expect.stringContaining("“no kids” changes nothing"),
    otherWords: "calm",
  });
});

test.each([
  ["small dog not too energetic", { kind: "dog", size: "small" }, ""],
  ["dog that isn’t too big", { kind: "dog" }, ""],
  ["calm dog, not young", { kind: "dog" }, "calm"],
  ["small dog for a family, never nervous with strangers", { kind: "dog", size: "small", goodWith: ["children"] }, ""],
])("a search for “%s” asks for %j besides what it does not want", (text, filters, otherWords) => {
  const note = expect.stringMatching(/so “(?:not|never|isn’t) [^”]+” changes nothing. The stories tell you more.$/);
  expect(parseSearch(text)).toEqual({ filters, note, otherWords });
});

test.each([
  ["cats named Milo", "cat", "milo"],
  ["a cat called Milo", "cat", "milo"],
  ["available dogs", "dog", ""],
])("a search for “%s” means the kind %s and the name “%s”", (text, kind, otherWords) => {
  expect(parseSearch(text)).toEqual({ filters: { kind }, otherWords });
});

test.each([
  ["dog under 100", ""],
  ["dog under £20", ""],
  ["dog up to 90 for a family", ""],
  ["dogs between £50 and £100", ""],
  ["brown dog, 50-100 dollars", "brown"],
  ["cheap dog below 60€", ""],
])("a search for “%s” asks for a fee, and for stories with “%s”", (text, otherWords) => {
  expect(parseSearch(text)).toMatchObject({
    filters: { kind: "dog" },
    note: expect.stringMatching(/^You cannot filter by fees[^.]*\.$/),
    otherWords,
  });
});

test.each([
  ["something small", { size: "small" }, ""],
  ["small quiet pet", { size: "small" }, "quiet"],
  ["something small and quiet for a flat", { size: "small" }, "quiet"],
])("a search for “%s” means %j for any kind", (text, filters, otherWords) => {
  expect(parseSearch(text)).toMatchObject({ filters, otherWords });
});

test("a weight is not an age", () => {
  expect(parseSearch("small dog under 10kg")).toEqual({
    filters: { kind: "dog", size: "small" },
    note: "You cannot filter by weight: choose a size, or ask us.",
    otherWords: "",
  });
});

test.each(["dog under 20", "dog under 30 months", "dog under 60 lbs", "up to 3 dogs", "dog under the tree"])(
  "a search for “%s” does not ask for a fee",
  (text) => {
    expect(parseSearch(text)?.note ?? "").not.toContain("fees");
  },
);
