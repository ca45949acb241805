import { expect, test } from "vitest";
import type { PetCounts } from "../../list/count-schema";
import { type PetFilters, parseFilters } from "../cards/filters";
import { countKinds } from "./kind-counts";

const numbered = (total: number, more = false) => ({ total, more, categories: [] });
/**
 * Counts 60 available animals, 5 of them good with children. With a search, none of them matches, but one that was
 * adopted does.
 */
const count = async ({ q, goodWith }: PetFilters): Promise<PetCounts> => ({
  available: q === undefined ? numbered(goodWith ? 5 : 60) : numbered(0, q === "cut"),
  pending: numbered(0),
  sold: q === undefined ? numbered(9) : numbered(1),
});

test.each([
  ["", 60, undefined],
  ["q=labrador", 60, {}],
  ["q=good+with+children", 5, { goodWith: ["children"] }],
  ["q=puppy+good+with+kids", 5, { age: "baby", goodWith: ["children"] }],
  // What was chosen besides the search still counts.
  ["q=nobody&good=cats", 5, { goodWith: ["cats"] }],
  ["q=kids", 5, { goodWith: ["children"] }],
  ["q=good+with+kids&good=cats", 5, { goodWith: ["children", "cats"] }],
  ["q=nobody", 60, {}],
  ["q=labrador&status=sold", 0, undefined],
  ["q=labrador&status=all", 0, undefined],
  // There may be others among those that were not counted.
  ["q=cut", 0, undefined],
])("the kinds of /?%s are counted by what the search means only if nothing matches it", async (query, total, meant) => {
  const counts = await countKinds(parseFilters(new URLSearchParams(query)), count);
  expect([counts.available.total, counts.meant]).toEqual([total, meant]);
});

test("words that are neither kinds nor filters stay in the search when a kind is chosen", async () => {
  const otherWordsOf = async (q: string) => (await countKinds({ q, status: "available" }, count)).otherWords;
  expect(await otherWordsOf("old calm dog")).toBe("calm");
  expect(await otherWordsOf("calm dog under 3")).toBe("young calm");
  expect(await otherWordsOf("old dog")).toBeUndefined();
  expect(await otherWordsOf("nobody")).toBeUndefined();
});
