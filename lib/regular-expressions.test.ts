import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { analyse } from "scslre";
import { expect, test } from "vitest";

/** Names where the time to reject a text grows faster than the text because parts of a pattern share characters. */
const faultsOf = (source: string, flags: string) =>
  // Without `Move`: that a search starts over at every character is quadratic at most, and texts are short.
  analyse({ source, flags }, { reportTypes: { Move: false } }).reports.map(({ type, exponential }) =>
    exponential ? `${type}, exponential` : type,
  );

test("no regular expression takes more than linear time at a place", () => {
  const files = globSync("{app,components,lib,server}/**/*.{ts,tsx,mjs}", { exclude: ["lib/generated/**"] });
  let count = 0;
  const faults: string[] = [];
  for (const file of files.filter((name) => !name.endsWith(".test.ts"))) {
    const visitor = new Visitor({
      Literal(node) {
        if (!("regex" in node)) return;
        count++;
        const { pattern, flags } = node.regex;
        const found = faultsOf(pattern, flags);
        if (found.length > 0) faults.push(`${file}: /${pattern}/${flags} ${found.join(" ")}`);
      },
    });
    visitor.visit(parseSync(file, readFileSync(file, "utf8")).program);
  }
  expect(count).toBeGreaterThan(150);
  expect(faults).toEqual([]);
});
