import { parseInt64 } from "../../values/int64";
import type { PetsPage } from "./schema";

/** Returns the number of an animal that a search may mean ("59" or "#59"), or null for any other search. */
export function numberOf(q: string): bigint | null {
  return parseInt64(/^#?(\d+)$/.exec(q.trim())?.[1] ?? "");
}

/**
 * Reads a page of the list. If its search is a number, the animal with this number comes first on the first page, before
 * those that have the number in the name. `read` takes the parameters of the list operation.
 */
export async function readWithNumbered(
  search: URLSearchParams,
  read: (search: URLSearchParams) => Promise<PetsPage>,
): Promise<PetsPage> {
  const number = numberOf(search.get("q") ?? "");
  if (number === null || search.has("cursor")) return read(search);
  const numbered = new URLSearchParams(search);
  numbered.delete("q");
  numbered.set("ids", number.toString());
  const [found, page] = await Promise.all([read(numbered), read(search)]);
  return { ...page, pets: [...found.pets, ...page.pets.filter(({ id }) => id !== number)] };
}
