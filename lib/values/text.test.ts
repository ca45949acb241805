import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { codePoint } from "@/e2e/testing/code-point";
import { EmailAddress, isBlank, Telephone, textOf } from "./text";

/** What is blank beyond U+FFFF, which a JSON Schema leaves out: not every language has it in a regular expression. */
const BLANK_AND_RARE = /(?=\p{Default_Ignorable_Code_Point})[\u{10000}-\u{10ffff}]/u;

const common = codePoint.filter((character) => !BLANK_AND_RARE.test(character));

test.each([false, true])("property: a text of several lines (%s) that fits its JSON Schema is accepted", (lines) => {
  const schema = textOf(20, { lines });
  const pattern = new RegExp(z.toJSONSchema(schema).pattern ?? "", "u");
  const character = fc.oneof(
    fc.constantFrom(..." \t\n\r\u0085\u00a0\u2028\ufeff\0a\u3164\u00ad"),
    fc.string({ unit: common, minLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 20 }), (characters) => {
      const text = [...characters.join("")].slice(0, 20).join("");
      if (pattern.test(text)) expect(schema.safeParse(text).success).toBe(true);
    }),
  );
  expect([" ", "a", " b ", "\u3164"].map((text) => pattern.test(text))).toEqual([false, true, true, false]);
});

test.each([
  ["the Hangul fillers", "\u115f\u1160\u3164\uffa0"],
  ["characters without width", "\u200b\u200d\u2060\ufeff"],
  ["the empty cell of Braille", " \u2800"],
  ["variations and tags of nothing", "\ufe0f\u{e0100}\u{e0041}"],
])("%s are blank, and may stand between letters", (_what, text) => {
  expect(isBlank(text)).toBe(true);
  expect(textOf(20).safeParse(text).success).toBe(false);
  expect(textOf(20).parse(`a${text}b`)).toBe(`a${text}b`);
});

describe("EmailAddress", () => {
  test.each([
    ["Ada@Home.example", "Ada@Home.example"],
    ["ada@home.example \n", "ada@home.example"],
    ["ada@m\u00fcller.example", "ada@xn--mller-kva.example"],
    ["ada@mu\u0308ller.example", "ada@xn--mller-kva.example"],
  ])("%j is %j", (text, email) => {
    expect(EmailAddress.parse(text)).toBe(email);
  });

  test.each([
    "",
    "ada",
    "ada@m\u00fcller.example/x",
    "ada@m\u00fcller.example:25",
    "\u00e4@home.example",
    "ada@m\u00fcller",
  ])("%j is none", (text) => {
    expect(EmailAddress.safeParse(text).success).toBe(false);
  });
});

describe("Telephone", () => {
  test.each([
    ...["12345", "+44 20 7946 0123", "(020) 7946-0123", "030/123.45", "1".repeat(40)],
    ...["+1 512 555 0100 ext. 12", "+1 512 555 0100, Ext 12", "512-555-0100 x12", "5125550100#12"],
  ])("%j is one", (text) => {
    expect(Telephone.parse(text)).toBe(text);
  });

  test.each([
    "",
    "abc",
    "1234",
    "1234 x56",
    "12345 ext.",
    "12345 next 6",
    "12345\n",
    "٠١٢٣٤٥",
    "1".repeat(41),
    "-".repeat(40),
  ])("%j is none", (text) => {
    expect(Telephone.safeParse(text).success).toBe(false);
  });
});
