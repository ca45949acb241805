import { readFileSync } from "node:fs";
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
