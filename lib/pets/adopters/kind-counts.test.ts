import { expect, test } from "vitest";
import type { PetCounts } from "../list/count-schema";
import { type PetFilters, parseFilters } from "./filters";
import { countKinds } from "./kind-counts";

const numbered = (total: number, more = false) => ({ total, more, categories: [] });
/** Counts 60 available animals. With a search, none of them matches, but one that was adopted does. */
const count = async ({ q }: PetFilters): Promise<PetCounts> => ({
  available: q === undefined ? numbered(60) : numbered(0, q === "cut"),
  pending: numbered(0),
  sold: q === undefined ? numbered(9) : numbered(1),
});

test.each([
  ["", 60, undefined],
  ["q=labrador", 60, true],
  ["q=labrador&status=sold", 0, undefined],
  ["q=labrador&status=all", 0, undefined],
  // There may be others among those that were not counted.
  ["q=cut", 0, undefined],
])(
  "the kinds of /?%s have counts without the search only if nothing matches it",
  async (query, total, isUnsearched) => {
    const counts = await countKinds(parseFilters(new URLSearchParams(query)), count);
    expect([counts.available.total, counts.isUnsearched]).toEqual([total, isUnsearched]);
  },
);
