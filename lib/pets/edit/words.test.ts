import { expect, test } from "vitest";
import { birthWords } from "./words";

test.each([
  ["2024", "born about 2024"],
  ["2024-05", "born about May 2024"],
  ["2024-05-17", "born on 17 May 2024"],
])("a date of birth is told as precisely as it is known: %s", (bornOn, words) => {
  expect(birthWords(bornOn)).toBe(words);
});
