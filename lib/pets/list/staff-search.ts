import { kindAmongWords, kindOfWord } from "../kinds/kind-words";
import { numberOf, readWithNumbered } from "./numbered";
import type { PetsPage } from "./schema";

type Read = (search: URLSearchParams) => Promise<PetsPage>;

/**
 * Reads a page of a list that staff search. Where no animal has the name or the number, its pages have those whose
 * breed or story mentions the words, and where there are none either, those of a kind that mention the words beside it:
 * "brown dogs". A word for a kind alone is left to the filter by kind. `read` takes the parameters of the list
 * operation.
 */
export async function readStaffSearch(search: URLSearchParams, read: Read): Promise<PetsPage> {
  const page = await readWithNumbered(search, read);
  const q = search.get("q");
  if (q === null || page.pets.length > 0 || numberOf(q) !== null || kindOfWord(q)) return page;
  // Each step looks at all animals, whatever the other filters are, so that all statuses count the same ones.
  if (await isAnyFound({ q }, read)) return page;
  const mentioned = await readMentioned(search, { story: q }, read);
  const among = search.has("categoryId") ? null : kindAmongWords(q);
  if (!among?.rest || mentioned.pets.length > 0 || (await isAnyFound({ story: q }, read))) return mentioned;
  return readMentioned(search, { story: among.rest, categoryId: among.kind.id.toString() }, read);
}

/** Reads the page of a list with other parameters instead of its search by name. */
async function readMentioned(search: URLSearchParams, instead: Record<string, string>, read: Read): Promise<PetsPage> {
  const mentioned = new URLSearchParams(search);
  mentioned.delete("q");
  for (const [name, value] of Object.entries(instead)) mentioned.set(name, value);
  return { ...(await read(mentioned)), isByText: true };
}

async function isAnyFound(wanted: Record<string, string>, read: Read): Promise<boolean> {
  return (await read(new URLSearchParams({ ...wanted, limit: "1" }))).pets.length > 0;
}
