import { expect, test } from "vitest";
import { type Author, authorText, parseAuthor } from "./domain";

test.each<[string, Author]>([
  ["key:key_0123", { kind: "key", id: "key_0123" }],
  ["person:a:b", { kind: "person", id: "a:b" }],
  ["applicant", { kind: "applicant" }],
  ["operator", { kind: "operator" }],
  ["service", { kind: "service" }],
])("%s", (text, author) => {
  expect(authorText(author)).toBe(text);
  expect(parseAuthor(text)).toEqual(author);
});

test.each(["", "key", "key:", "operator:1", "robot:1"])("refuses %j", (text) => {
  expect(() => parseAuthor(text)).toThrow(TypeError);
});
