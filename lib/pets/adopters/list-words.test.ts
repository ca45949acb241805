import { expect, test } from "vitest";
import type { PetCounts } from "../list/schema";
import { parseFilters } from "./filters";
import { listHeading, listLabel, listTitle, pageWords, resultWords } from "./list-words";

const none = { total: 0, more: false, categories: [] };
const counts: PetCounts = { available: { total: 60, more: false, categories: [] }, pending: none, sold: none };
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
  ["cursor=c", pageOf(24, "n"), "60 animals", ""],
  ["status=sold", pageOf(1, null), "1 animal", "Page 1 of 1"],
  ["kind=guinea-pig&status=sold", pageOf(1, null), "1 guinea pig", "Page 1 of 1"],
])("/?%s says how many there are, and which page it is", (query, page, results, which) => {
  expect(resultWords(filters(query), page, counts)).toBe(results);
  expect(pageWords(filters(query), page, counts)).toBe(which);
});

test.each([
  ["kind=cat&good=children", pageOf(24, "n"), "24+ cats", "Page 1", null],
  ["kind=cat&good=children&cursor=c&page=2", pageOf(7, null), "25–31 of 31 cats", "Page 2 of 2", null],
  ["good=children", pageOf(24, "n"), "24+ animals", "Page 1", { total: 5, more: true }],
  ["good=children", pageOf(24, "n"), "30+ animals", "Page 1", { total: 30, more: true }],
  ["good=children", pageOf(24, "n"), "30 animals", "Page 1 of 2", { total: 30, more: false }],
  ["good=children&cursor=c&page=2", pageOf(24, "n"), "25–48 of 48+ animals", "Page 2", null],
  ["good=children&cursor=c&page=2", pageOf(7, null), "25–31 of 31 animals", "Page 2 of 2", { total: 30, more: true }],
  ["good=children&cursor=c", pageOf(7, null), "", "", null],
])("/?%s says at least how many there are while counts are unknown or cut", (query, page, results, which, cut) => {
  const found = cut ? { ...counts, available: { ...none, ...cut } } : null;
  expect(resultWords(filters(query), page, found)).toBe(results);
  expect(pageWords(filters(query), page, found)).toBe(which);
});

test.each([
  ["", "All animals"],
  ["kind=guinea-pig&age=baby", "Guinea pigs"],
  ["status=sold", "Adopted animals"],
  ["kind=bird&status=all", "All birds"],
  ["kind=bird&q=ol", "Search “ol”"],
])("a link back to /?%s says where it leads: %s", (query, label) => {
  expect(listLabel(filters(query))).toBe(label);
});

test.each([
  ["age=senior&good=children", "Senior animals, good with children – Pawhaven"],
  ["kind=dog", "Dogs waiting for a home – Pawhaven"],
  ["kind=cat&good=children&good=dogs", "Cats, good with children and dogs – Pawhaven"],
  ["q=Bud&sex=male&good=cats", "Male animals matching “Bud”, good with cats – Pawhaven"],
  ["q=Bud&status=sold", "Adopted animals matching “Bud” – Pawhaven"],
  ["kind=dog&sex=female&size=small&status=all", "All small female dogs – Pawhaven"],
  ["kind=cat&good=dogs&status=sold", "Adopted cats, good with dogs – Pawhaven"],
])("the title of /?%s says what it lists", (query, title) => {
  expect(listTitle(filters(query), "Pawhaven")).toBe(title);
});

test.each([
  ["", "Animals waiting for a home"],
  ["kind=dog&age=senior&good=cats&cursor=c&page=2", "Dogs"],
  ["kind=dog&q=Bud&sex=male", "Dogs matching “Bud”"],
  ["status=pending", "Pending animals"],
])("the heading of /?%s says what it lists: %s", (query, heading) => {
  expect(listHeading(filters(query), pageOf(1, null))).toBe(heading);
});

test.each([
  ["kind=guinea-pig&age=senior&q=Bud", "No guinea pigs match “Bud” and these filters"],
  ["q=Bud", "No animals match “Bud”"],
  ["kind=dog&size=small&status=sold", "No adopted dogs match these filters"],
  ["age=senior&status=all", "No animals match these filters"],
])("the heading of /?%s without animals: %s", (query, heading) => {
  expect(listHeading(filters(query), pageOf(0, null))).toBe(heading);
});
