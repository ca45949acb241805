import { expect, test } from "vitest";
import type { Target } from "./headings";
import { readValues } from "./values";

const KINDS = [
  { id: 1n, name: "Dog", plural: "dogs", words: ["canine", "puppy"] },
  { id: 2n, name: "Cat", plural: "cats", words: ["kitten"] },
  { id: 4n, name: "Guinea pig", plural: "guinea pigs", words: ["cavy"] },
  { id: 9n, name: "Pig", plural: "pigs", words: [] },
];
const meaningsOf = (target: Target, words: string) =>
  words.split("|").map((text) => readValues(target, [text], KINDS)[0]?.suggestion);

test.each([
  ["sex", "Neutered Male|Male (neutered)|Male - Neutered|Castrated|Gelding|M/N|MN", { sex: "male", neutered: true }],
  ["sex", "Spayed Female|SPAYED|F/S|FS|F/Sp", { sex: "female", neutered: true }],
  ["sex", "Intact Male|M (intact)", { sex: "male", neutered: false }],
  ["sex", "NEUTERED|Altered", { neutered: true }],
  ["sex", "male |M|Boy|Buck", { sex: "male" }],
  ["sex", "U|Unknown|N/A|-|?", {}],
  ["sex", "Male or female|Nice", null],
  ["neutered", "Y|Neutered|Altered|1", { neutered: true }],
  ["neutered", "N|Intact|Not spayed|Not yet", { neutered: false }],
  ["neutered", "Spayed", { sex: "female", neutered: true }],
  ["size", "X-LRG|Extra Large|XL|X-Large (101 lbs or more)", { size: "extra_large" }],
  ["size", "Small|SM|Small (0-25 lbs)", { size: "small" }],
  ["size", "Small to medium", null],
  ["status", "Adoptable|Available for adoption|AVAILABLE", { status: "available" }],
  ["status", "Adopted|sold", { status: "sold" }],
  ["status", "Not available|In care|Medical Observation", { hidden: "in_care" }],
  ["status", "Stray Hold", { hidden: "stray_hold" }],
  ["origin", "Owner Surrender|surrender|Owner/Guardian Surrender", { origin: "surrender" }],
  ["energy", "High|High energy", { energy: "high" }],
  ["dogs", "Y|1|TRUE|x|✓", { dogs: true }],
  ["dogs", "No|0|false", { dogs: false }],
  ["dogs", "Not tested", {}],
  ["dogs", "Maybe|Not with males", null],
  ["vaccinated", "Up to date|Yes", { vaccinated: true }],
  ["kind", "Dogs|DOG|Canine|D (Dog)|Puppy", { kind: "1" }],
  ["kind", "Domestic Cat|Kitten", { kind: "2" }],
  ["kind", "GUINEA PIG|guinea-pigs|Domestic guinea pig", { kind: "4" }],
  ["kind", "Category 12|12", { kind: "12" }],
  ["kind", "Small & Furry|Dog or cat|Unknown", null],
] as const)("as %s, %s settle %j", (target, words, meaning) => {
  for (const found of meaningsOf(target, words)) expect(found).toEqual(meaning);
});

test("each different value comes once, the most frequent first", () => {
  const values = readValues("sex", ["Nice", "MALE", "", "male", "Male "], KINDS);
  expect(values.map(({ text, count }) => `${text} ${count}`)).toEqual(["MALE 3", "Nice 1"]);
});
