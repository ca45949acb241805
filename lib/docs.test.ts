import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const DIAGRAM = /^```mermaid\n(.*?)^```/gms;

test("each line of a diagram is one statement, because Mermaid refuses two", () => {
  const texts = ["README.md", "docs/contributing.md"].map((file) => readFileSync(file, "utf8"));
  const diagrams = texts.flatMap((text) => [...text.matchAll(DIAGRAM)].map(([, diagram = ""]) => diagram));
  expect(diagrams).toHaveLength(2);
  const count = (line: string, part: RegExp) => line.match(part)?.length ?? 0;
  const isWrong = (line: string) => count(line, /-->|-\.->/g) > 1 || count(line, /"/g) % 2 !== 0;
  expect(diagrams.flatMap((diagram) => diagram.split("\n")).filter(isWrong)).toEqual([]);
});

test("the guide names every single file of lib", () => {
  const [, table = ""] = readFileSync("docs/contributing.md", "utf8").split(/^### Single files of `lib`/m);
  const named = [...(table.split(/^#/m)[0] ?? "").matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  const files = readdirSync("lib").filter((name) => /\.ts$/.test(name) && !name.endsWith(".test.ts"));
  expect(named.sort()).toEqual(files.map((name) => name.replace(/\.ts$/, "")).sort());
});
