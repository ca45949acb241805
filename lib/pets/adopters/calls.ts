import { callApi } from "../../http/client";
import { makeQueryClient } from "../../http/query-client";
import { parsePageLinks } from "../../http/query-string";
import { fetchCounts, fetchPets } from "../list/calls";
import { CARDS_PAGE_SIZE, MAX_PAGE_SIZE } from "../list/page-sizes";
import { FoundPets, type ListedPet, type PetCounts } from "../list/schema";
import { type CardPet, type CardsPage, toCard, toPage, toSearched } from "./card";
import type { ComparedPet } from "./comparison";
import { factsOf, filtersHref, type PetFilters } from "./filters";

// Loaded when a visitor first changes a filter. The first page is rendered on the server and does not need it.

/** How long a page is cached, in milliseconds. */
const FRESH_MS = 30_000;

const client = makeQueryClient();

const queryOf = (filters: PetFilters) => ({
  queryKey: ["pets", "cards", filtersHref(filters)],
  queryFn: async ({ signal }: { signal: AbortSignal }) => toPage(filters, await requestFound(filters, signal)),
  staleTime: FRESH_MS,
});

/**
 * Reads a page of animals through the API. A page that was read within the last half minute comes from the cache,
 * unless `isFresh` is set.
 * @throws ApiError
 */
export const fetchCards = (filters: PetFilters, { isFresh = false } = {}): Promise<CardsPage> =>
  client.fetchQuery({ ...queryOf(filters), ...(isFresh && { staleTime: 0 }) });

/** Stops reading a page that is no longer wanted. */
export const cancelCards = (filters: PetFilters): Promise<void> =>
  client.cancelQueries({ queryKey: queryOf(filters).queryKey });

/** Reads a page ahead. */
export const prefetchCards = (filters: PetFilters): Promise<void> => client.prefetchQuery(queryOf(filters));

/** Returns a page from the cache, or null if it is not there. */
export const recallCards = (filters: PetFilters): CardsPage | null =>
  client.getQueryData<CardsPage>(queryOf(filters).queryKey) ?? null;

/** What the page of the favourites shows of an animal: its card, and its column in the comparison. */
export type Favourite = CardPet & ComparedPet;

/**
 * Reads the animals with these ids (separated by commas), in one request; those that are gone are left out.
 * @throws ApiError
 */
export const fetchFavourites = (ids: string): Promise<Favourite[]> =>
  client.fetchQuery({
    queryKey: ["pets", "favourites", ids],
    queryFn: async () => {
      const { pets } = await fetchPets({ limit: String(MAX_PAGE_SIZE), include: "profile,waitsSince", ids });
      return pets.map(toFavourite);
    },
  });

/** Makes a card that also shows the breed, because favourites are compared. */
function toFavourite({ profile, waitsSince, ...pet }: ListedPet): Favourite {
  const card = toCard({ ...pet, profile, waitsSince });
  const [kindAndAge, ...others] = card.summary?.split("\n") ?? [];
  const summary = [kindAndAge, profile?.breed, ...others].filter(Boolean).join("\n");
  return { ...card, summary, profile, waitsSince };
}

/**
 * Reads the available animals of some kinds, at most `limit` of each kind, oldest entries first.
 * @throws ApiError
 */
export const fetchLongest = (kinds: readonly bigint[], limit: number): Promise<CardPet[]> =>
  client.fetchQuery({
    queryKey: ["pets", "longest", kinds.join(), limit],
    queryFn: async ({ signal }) => {
      const common = { limit: String(limit), include: "profile", status: "available", sort: "oldest" };
      const pages = await Promise.all(kinds.map((kind) => fetchPets({ ...common, categoryId: String(kind) }, signal)));
      return pages
        .flatMap(({ pets }) => pets)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(toCard);
    },
  });

/** Reads how many animals of each status and kind have the facts of filters. @throws ApiError */
export const fetchKindCounts = (filters: PetFilters): Promise<PetCounts> =>
  client.fetchQuery({
    queryKey: ["pets", "counts", filtersHref(factsOf(filters))],
    queryFn: ({ signal }) => fetchCounts(signal, toParameters(toSearched(factsOf(filters)))),
    staleTime: FRESH_MS,
  });

async function requestFound(filters: PetFilters, signal: AbortSignal) {
  const search = toParameters({ limit: CARDS_PAGE_SIZE, ...toSearched(filters), cursor: filters.cursor });
  const { data, headers } = await callApi(`/v1/pets/search?${search}`, FoundPets, { signal });
  return { ...data, ...parsePageLinks(headers.get("Link")) };
}

/** Returns the values that are given as parameters of the API. Lists are separated by commas. */
function toParameters(
  values: Record<string, string | number | bigint | readonly string[] | undefined>,
): URLSearchParams {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given);
}
