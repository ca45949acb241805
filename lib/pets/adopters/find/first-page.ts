import "server-only";
import { logFailure } from "../../../database/health";
import { decodeCursor } from "../../../values/cursor";
import type { PetCounts } from "../../list/count-schema";
import { countPets } from "../../list/count-store";
import { CARDS_PAGE_SIZE } from "../../list/page-sizes";
import type { CardsPage } from "../cards/card";
import type { PetFilters } from "../cards/filters";
import { toPage, toSearched } from "../cards/page-reader";
import { searchPets } from "./search-store";

/** A page of animals as the server renders it; `problem` says why it could not be read. */
export type FirstPage = { page: CardsPage; problem: null } | { page: null; problem: "invalid" | "unavailable" };

/** Reads a page of animals on the server, with the same store function as the endpoint. */
export async function readFirstPage(filters: PetFilters): Promise<FirstPage> {
  const cursor = filters.cursor === undefined ? undefined : decodeCursor(filters.cursor);
  if (cursor === null || (cursor && cursor.sort !== filters.sort)) return { page: null, problem: "invalid" };
  try {
    const { goodWith, ...searched } = toSearched(filters);
    const query = { ...searched, goodWith: goodWith && new Set(goodWith), limit: CARDS_PAGE_SIZE, cursor };
    return { page: toPage(filters, await searchPets(query)), problem: null };
  } catch (error) {
    logFailure("page data unavailable", error);
    return { page: null, problem: "unavailable" };
  }
}

/** Counts the animals with the facts of filters, by status and kind. */
export function countFor(filters: PetFilters): Promise<PetCounts> {
  const { sex, size, ageGroup, goodWith } = toSearched(filters);
  return countPets({ sex, size, ageGroup, goodWith: goodWith && new Set(goodWith) });
}
