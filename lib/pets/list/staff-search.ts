import { kindOfWord } from "../kinds/kind-words";
import { numberOf, readWithNumbered } from "./numbered";
import type { PetsPage } from "./schema";

/**
 * Reads a page of a list that staff search. Where no animal has the name or the number, its pages have those whose
 * breed or story mentions the words. A word for a kind is left to the filter by kind. `read` takes the parameters of
 * the list operation.
 */
export async function readStaffSearch(
  search: URLSearchParams,
  read: (search: URLSearchParams) => Promise<PetsPage>,
): Promise<PetsPage> {
  const page = await readWithNumbered(search, read);
  const q = search.get("q");
  if (q === null || page.pets.length > 0 || numberOf(q) !== null || kindOfWord(q)) return page;
  // Names come first whatever the other filters are, so that all statuses count the same animals.
  const { pets: named } = await read(new URLSearchParams({ q, limit: "1" }));
  if (named.length > 0) return page;
  const mentioned = new URLSearchParams(search);
  mentioned.delete("q");
  mentioned.set("story", q);
  return { ...(await read(mentioned)), isByText: true };
}
