import { queryOptions } from "@tanstack/react-query";
import { foldName } from "../../values/fold-name";
import { MAX_SEARCH_LENGTH } from "../../values/search-length";
import { MINUTE_MS } from "../../values/time";
import { fetchPets } from "../list/calls";
import { MAX_PAGE_SIZE } from "../list/page-sizes";
import type { ListedPet } from "../list/schema";
import { petKeys } from "../queries";

const MAX_FOUND = 20;

/** Returns the query for the animals that already have a name, the newest ones if there are many. */
export function sameNamesQuery(name: string) {
  const folded = foldName(name);
  return queryOptions({
    queryKey: [...petKeys.all, "same-name", folded],
    queryFn: ({ signal }) => fetchSameNames(name, folded, signal),
    enabled: folded !== "",
    staleTime: 30_000,
  });
}

/** Returns the query for a page of the list, for comparing many names. It may be some minutes old. */
export function namesPageQuery(cursor: string) {
  return queryOptions({
    queryKey: [...petKeys.all, "names", cursor],
    queryFn: ({ signal }) => fetchPets({ limit: String(MAX_PAGE_SIZE), ...(cursor && { cursor }) }, signal),
    staleTime: 5 * MINUTE_MS,
  });
}

async function fetchSameNames(name: string, folded: string, signal: AbortSignal): Promise<ListedPet[]> {
  const q = [...name.trim()].slice(0, MAX_SEARCH_LENGTH).join("");
  const { pets } = await fetchPets({ q, limit: String(MAX_FOUND) }, signal);
  return pets.filter((pet) => foldName(pet.name) === folded);
}
