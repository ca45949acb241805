import { callApi } from "../../http/client";
import { parsePageLinks } from "../../http/query-string";
import { retryWhenLimited } from "../../http/retries";
import { MAX_PAGE_SIZE } from "../../values/schemas";
import { MINUTE_MS } from "../../values/time";
import { type ListedPet, PetCounts, Pets, type PetsPage } from "./schema";

/** Reads one page of animals, with the parameters of the list operation. @throws ApiError */
export async function fetchPets(
  query: Record<string, string> | URLSearchParams,
  signal?: AbortSignal,
): Promise<PetsPage> {
  const { data, headers } = await callApi(`/v1/pets?${new URLSearchParams(query)}`, Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

const ALL_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Reads the animals of a list, page by page, and waits after a 429. `isCut` if there are more than `max`.
 * @throws ApiError, a TimeoutError
 */
export async function fetchAllPets(
  query: URLSearchParams,
  max: number,
): Promise<{ pets: ListedPet[]; isCut: boolean }> {
  const signal = AbortSignal.timeout(ALL_TIMEOUT_MS);
  const search = new URLSearchParams(query);
  search.set("limit", String(MAX_PAGE_SIZE));
  const pets: ListedPet[] = [];
  for (;;) {
    const page = await retryWhenLimited(() => fetchPets(search, signal), signal);
    pets.push(...page.pets);
    if (page.next === null || pets.length >= max) return { pets: pets.slice(0, max), isCut: page.next !== null };
    search.set("cursor", page.next);
  }
}

export async function fetchCounts(signal?: AbortSignal, filter?: URLSearchParams): Promise<PetCounts> {
  return (await callApi(`/v1/pets/counts${filter ? `?${filter}` : ""}`, PetCounts, { signal })).data;
}
