import { expect, test } from "vitest";
import { mentionOf } from "./mention";

test.each([
  ["lab", "Buddy is a lab.", true],
  ["lab", "Two labs", true],
  ["lab", "He is available", false],
  ["labrador", "part labradors, part poodle", true],
  ["shy labrador", "a labrador, a bit shy", true],
  ["shy labrador", "a labrador", false],
  ["Żółty", "żółty kot", true],
  ["猫", "小猫咪", true],
  ["(a+)*$ long", "a long walk", true],
])("whether “%s” is mentioned by “%s”: %s", (text, story, expected) => {
  const { patterns, expressions } = mentionOf(text) ?? { patterns: [], expressions: [] };
  const hasPieces = patterns.every((pattern) => story.toLowerCase().includes(pattern.slice(1, -1)));
  const hasWords = expressions.every((expression) => new RegExp(expression).test(story.toLowerCase()));
  expect(hasPieces && hasWords).toBe(expected);
});

test.each(["", "a", "of a", "%", "--"])("no story is said to mention “%s”", (text) => {
  expect(mentionOf(text)).toBeNull();
});
