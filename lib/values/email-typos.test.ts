import { describe, expect, test } from "vitest";
import { suggestEmail } from "./email-typos";

describe("suggestEmail", () => {
  test.each([
    ["x@gmail.con", "x@gmail.com"],
    ["X.y+z@GMAIL.con", "X.y+z@gmail.com"],
    ["x@gmial.com", "x@gmail.com"],
    ["x@yahoo.couk", "x@yahoo.co.uk"],
    ["ada@home.example.ogr", "ada@home.example.org"],
    ["ada@shelter.co.ku", "ada@shelter.co.uk"],
  ])("%s: did you mean %s?", (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    "x@gmail.com",
    "x@email.com",
    "x@yahoo.ca",
    "ada@home.example",
    "@gmail.con",
    `${"x".repeat(65)}@gmail.con`,
  ])("nothing else is meant by %j", (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
