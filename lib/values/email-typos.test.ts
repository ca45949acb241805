import { describe, expect, test } from "vitest";
import { suggestEmail } from "./email-typos";

describe("suggestEmail", () => {
  test.each([
    ["x@gmail.con", "x@gmail.com"],
    ["X.y+z@GMAIL.con", "X.y+z@gmail.com"],
    ["x@gmial.com", "x@gmail.com"],
    ["x@gmai.com", "x@gmail.com"],
    ["x@gmaill.com", "x@gmail.com"],
    ["x@gnail.com", "x@gmail.com"],
    ["x@gmail.co", "x@gmail.com"],
    ["x@gmail", "x@gmail.com"],
    ["x@gmailcom", "x@gmail.com"],
    ["x@gmial.con", "x@gmail.com"],
    ["x@hotmial.co.uk", "x@hotmail.co.uk"],
    ["x@yahoo.couk", "x@yahoo.co.uk"],
    ["x@outlok.com", "x@outlook.com"],
    [" x@iclould.com ", "x@icloud.com"],
    ["ada@home.example.ogr", "ada@home.example.org"],
    ["ada@shelter.co.ku", "ada@shelter.co.uk"],
    ["ada@shelter.vom", "ada@shelter.com"],
  ])("%s: did you mean %s?", (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  test.each([
    "x@gmail.com",
    "x@GMAIL.com",
    "x@ymail.com",
    "x@email.com",
    "x@mail.com",
    "x@gmx.de",
    "x@yahoo.ca",
    "x@yahoo.de",
    "x@hotmail.it",
    "x@outlook.fr",
    "ada@home.example",
    "ada@con.example",
    "x@shelter.co",
    "x@",
    "@gmail.con",
    "x@y@gmail.con",
    "",
    `${"x".repeat(65)}@gmail.con`,
  ])("nothing else is meant by %j", (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
