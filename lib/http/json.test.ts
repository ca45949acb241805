import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "@/e2e/testing/code-point";
import { encodeJson, indentJson, type Json, parseJson } from "./json";

/** Converts our integers to numbers, so that the result can be compared with that of JSON.parse. */
function plain(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
  }
  return Object.is(value, -0) ? 0 : value;
}

describe("parseJson", () => {
  const ZEROS = "0".repeat(60_000);
  test.each<[text: string, value: number | bigint]>([
    ["9223372036854775807", 9223372036854775807n],
    ["-9223372036854775808", -9223372036854775808n],
    ["1.0", 1n],
    ["1e3", 1000n],
    ["1200e-2", 12n],
    ["-0", 0n],
    ["0.000e5", 0n],
    [`1.${ZEROS}`, 1n],
    [`1${ZEROS}e-60000`, 1n],
    [`0.${ZEROS}12e60002`, 12n],
    // Other numbers, and integers that are too long.
    ["1.5", 1.5],
    ["1e400", Number.POSITIVE_INFINITY],
    ["1e-400", 0],
    ["9".repeat(30), 1e30],
    [`1.${ZEROS}1`, 1],
    [`1${ZEROS}1`, Number.POSITIVE_INFINITY],
  ])("number %#: integers are exact in every notation", (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  test("an object has at most 100 members", () => {
    const object = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",")}}`;
    expect(Object.keys(parseJson(object(100)) as object)).toHaveLength(100);
    expect(() => parseJson(object(101))).toThrow("an object has more than 100 members");
  });

  test("__proto__ is a key like any other", () => {
    const value = parseJson(`{"__proto__":{"polluted":true}}`) as Record<string, Json>;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  for (const text of [
    ...["", " ", "{", "[", '"', "tru", "nul", "01", "-", "+1", ".5", "1.", "1e", "NaN", "'a'", "[1,]", '{"a":1,}'],
    ...['{"a" 1}', "{a:1}", "1 2", '"\n"', '"\\x"', '"\\u12"', "\u00a01", "\ufeff1", '{"a":1,"a":2}', "[".repeat(99)],
  ]) {
    test(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    });
  }

  test("property: agrees with JSON.parse on everything that is not deep", () => {
    const value = fc.jsonValue({ maxDepth: 3, stringUnit: codePoint });
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(given);
        expect(plain(parseJson(text))).toEqual(plain(JSON.parse(text) as Json));
      }),
    );
  });

  test("property: accepts and refuses the same strings as JSON.parse", () => {
    const piece = fc.constantFrom(...'{}[]",:0123-.eE+ \\untfl'.split(""), "true", "null", '"a"', '"b"', "1.0");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        let ours: Json | undefined;
        try {
          ours = parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
          // Our only rule beyond the grammar.
          if (/is repeated/.test(String(error))) return;
          expect(() => JSON.parse(text)).toThrow(SyntaxError);
          return;
        }
        expect(plain(ours)).toEqual(plain(JSON.parse(text) as Json));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("encodeJson", () => {
  test("leaves undefined members out and refuses what JSON does not have", () => {
    expect(encodeJson({ a: undefined, b: [1n, "x", null, true] })).toBe('{"b":[1,"x",null,true]}');
    expect(() => encodeJson(() => 1)).toThrow(TypeError);
    expect(() => encodeJson([undefined])).toThrow(TypeError);
  });
});

test("indentJson keeps every digit, and what is not JSON", () => {
  const text = '{"id":9223372036854775807,"a":[1.50,{"b, {":"\\"]"}],"c":[],"d":{}}';
  expect(indentJson(text)).toBe(
    ["{", '  "id": 9223372036854775807,', '  "a": [', "    1.50,", "    {", '      "b, {": "\\"]"', "    }", "  ],"]
      .concat('  "c": [],', '  "d": {}', "}")
      .join("\n"),
  );
  expect(indentJson("<p>Bad, gateway</p>")).toBe("<p>Bad, gateway</p>");
});
