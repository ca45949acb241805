import { parseInt64 } from "../../values/int64";
import type { PetsPage } from "./schema";

/** Returns the number of an animal that a search may mean ("59" or "#59"), or null for any other search. */
export function numberOf(q: string): bigint | null {
  return parseInt64(/^#?(\d+)$/.exec(q.trim())?.[1] ?? "");
}

/**
 * Reads a page of the list. If its search is a number, the animal with this number comes first on the first page,
 * before those that have the number in the name, and is on no other page. `read` takes the parameters of the list
 * operation.
 */
export async function readWithNumbered(
  search: URLSearchParams,
  read: (search: URLSearchParams) => Promise<PetsPage>,
): Promise<PetsPage> {
  const number = numberOf(search.get("q") ?? "");
  if (number === null) return read(search);
  const numbered = new URLSearchParams(search);
  for (const name of ["q", "cursor"]) numbered.delete(name);
  numbered.set("ids", number.toString());
  const reading = read(search);
  // A page with a cursor is the first one if the list was paged back to its beginning.
  const isFirst = !search.has("cursor") || (await reading).prev === null;
  const [found, page] = await Promise.all([isFirst ? read(numbered) : null, reading]);
  return { ...page, pets: [...(found?.pets ?? []), ...page.pets.filter(({ id }) => id !== number)] };
}
