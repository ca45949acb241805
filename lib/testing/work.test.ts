import { expect, test } from "vitest";
import { countWork, growthOf } from "./work";

test.each([
  [/0+$/, "quadratic: it starts over at every zero", (size: number) => `${"0".repeat(size)}1`, 4],
  [
    /^\s*a\s*"?([^"\s]*)"?\s*$/,
    "quadratic: two loops share the spaces",
    (size: number) => `a${" ".repeat(size)}b c`,
    4,
  ],
  [/^[^0]*0+$/, "linear", (size: number) => `${"0".repeat(size)}1`, 2],
  [/^\w{1,255}$/, "linear at most", (size: number) => "0".repeat(size), 2],
  [/"(?:[^"\\]|\\.)*"/y, "linear", (size: number) => `"${"a".repeat(size)}`, 2],
  [/(?=\d+x)1|2/, "quadratic in a lookahead", (size: number) => "1".repeat(size), 4],
])("%s is %s", async (pattern, _what, input, growth) => {
  expect(await growthOf(400, (size) => pattern.test(input(size)))).toBeCloseTo(growth, 0);
});

test("a pattern takes as many steps as in a backtracking engine", async () => {
  const steps = (pattern: RegExp, text: string) => countWork(() => pattern.exec(text));
  expect(await steps(/^abc$/, "abc")).toBe(6);
  expect(await steps(/a|b/, "b")).toBeLessThan(10);
  const doubling = /^(?:a|a)*$/;
  expect(await steps(doubling, `${"a".repeat(12)}b`)).toBeGreaterThan(2 ** 12);
});

test("replace, split and match are counted too, and the built-ins are restored", async () => {
  const { replace, slice } = String.prototype;
  const zeros = (size: number) => `${"0".repeat(size)}1`;
  expect(await growthOf(300, (size) => zeros(size).replace(/0+$/, ""))).toBeCloseTo(4, 0);
  expect(await growthOf(300, (size) => zeros(size).split(/0+$/))).toBeGreaterThan(3.5);
  expect(await growthOf(300, (size) => zeros(size).match(/0+$/))).toBeCloseTo(4, 0);
  const eat = (size: number) => {
    for (let rest = zeros(size); rest !== ""; ) rest = rest.slice(1);
  };
  expect(await growthOf(300, eat)).toBeCloseTo(4, 0);
  expect([String.prototype.replace, String.prototype.slice]).toEqual([replace, slice]);
});

test("other work in the process is not counted", async () => {
  let turn = 0;
  // Three times out of four, something else works too, by a different amount each time.
  const disturbed = async (size: number) => {
    turn++;
    if (turn % 4 !== 0) "x".repeat(1_000 + turn * 37);
    "x".repeat(size);
  };
  expect(await growthOf(300, disturbed)).toBe(2);
});
