import { expect, test } from "vitest";
import { matches } from "../domain";
import { parseIfMatch } from "./if-match";

test.each([
  ["*", "*"],
  ['"3"', [3n]],
  ['W/"3"', [3n]],
  [' "1" , W/"2","9223372036854775807" ', [1n, 2n, 9223372036854775807n]],
  ['"abc", "4"', [4n]],
  ['"", "a,b"', []],
  ['"-1"', []],
])("parses %s", (header, expected) => expect(parseIfMatch(header)).toEqual(expected));

test.each(["", " ", "3", '"3', '3"', '"3" "4"', "**", '"1", *', "W/3", '"a b"', `"${"1".repeat(1_000)}"`])(
  "refuses %j",
  (header) => expect(() => parseIfMatch(header)).toThrow(/If-Match must be/),
);

test("no precondition and * match any version, a list only its own", () => {
  expect([null, "*" as const, [2n, 3n], [2n], []].map((ifMatch) => matches(ifMatch, 3n))).toEqual([
    ...[true, true, true],
    ...[false, false],
  ]);
});
