import { expect, test } from "vitest";
import type { PetCounts } from "../list/schema";
import { parseFilters } from "./filters";
import { listDescription, pageWords, resultWords } from "./list-words";

const none = { count: 0, more: false, categories: [] };
const counts: PetCounts = { available: { count: 60, more: false, categories: [] }, pending: none, sold: none };
const filters = (query: string) => parseFilters(new URLSearchParams(query));
/** Returns a page of the list with this many animals. */
const pageOf = (length: number, next: string | null) => ({
  pets: Array.from({ length }, (_, id) => ({
    id: BigInt(id),
    name: "Olive",
    categoryId: 1n,
    status: "available" as const,
  })),
  next,
  prev: null,
});

test.each([
  ["", pageOf(24, "n"), "60 animals", "Page 1 of 3"],
  ["cursor=c&page=2", pageOf(24, "n"), "25–48 of 60 animals", "Page 2 of 3"],
  ["cursor=c&page=3", pageOf(14, null), "49–62 of 62 animals", "Page 3 of 3"],
  ["status=sold", pageOf(1, null), "1 animal", "Page 1 of 1"],
])("/?%s says how many there are, and which page it is", (query, page, results, which) => {
  expect(resultWords(filters(query), page, counts)).toBe(results);
  expect(pageWords(filters(query), page, counts)).toBe(which);
});

test.each([
  ["kind=cat&good=children", pageOf(24, "n"), "24+ cats", "Page 1", null],
  ["kind=cat&good=children&cursor=c&page=2", pageOf(7, null), "25–31 of 31 cats", "Page 2 of 2", null],
  ["good=children", pageOf(24, "n"), "24+ animals", "Page 1", { count: 5, more: true }],
  ["good=children&cursor=c&page=2", pageOf(24, "n"), "25–48 of 48+ animals", "Page 2", null],
  ["good=children&cursor=c&page=2", pageOf(7, null), "25–31 of 31 animals", "Page 2 of 2", { count: 30, more: true }],
])("/?%s says at least how many there are while counts are unknown or cut", (query, page, results, which, cut) => {
  const found = cut ? { ...counts, available: { ...none, ...cut } } : null;
  expect(resultWords(filters(query), page, found)).toBe(results);
  expect(pageWords(filters(query), page, found)).toBe(which);
});

test("small animals of every kind do not read as rodents", () => {
  const words = listDescription(filters("size=small&good=children"), "Pawhaven");
  expect(words).toBe("Small animals of any kind, good with children, at Pawhaven.");
});
