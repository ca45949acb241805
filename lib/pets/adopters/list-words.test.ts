import { expect, test } from "vitest";
import type { PetCounts } from "../list/schema";
import { parseFilters } from "./filters";
import { listDescription, resultWords } from "./list-words";

const none = { count: 0, more: false, categories: [] };
const counts: PetCounts = { available: { count: 60, more: false, categories: [] }, pending: none, sold: none };
const filters = (query: string) => parseFilters(new URLSearchParams(query));
const pet = { id: 1n, name: "Olive", categoryId: 1n, status: "available" } as const;
/** Returns a page of the list with this many animals. */
const pageOf = (length: number, next: string | null) => ({ pets: Array(length).fill(pet), next, prev: null });

test.each([
  ["", pageOf(24, "n"), counts, "60 animals"],
  ["cursor=c", pageOf(14, null), counts, "60 animals"],
  ["status=sold", pageOf(1, null), counts, "1 animal"],
  // While counts are unknown or cut, it is at least as many as are seen.
  ["kind=cat&good=children", pageOf(24, "n"), null, "24+ cats"],
  ["kind=cat&good=children&cursor=c", pageOf(7, null), null, ""],
  ["good=children", pageOf(24, "n"), { ...counts, available: { ...none, count: 5, more: true } }, "24+ animals"],
])("/?%s says how many there are", (query, page, known, results) => {
  expect(resultWords(filters(query), page, known)).toBe(results);
});

test("small animals of every kind do not read as rodents", () => {
  const words = listDescription(filters("size=small&good=children"), "Pawhaven");
  expect(words).toBe("Small animals of any kind, good with children, at Pawhaven.");
});
