import { callApi } from "../../http/client";
import { makeQueryClient } from "../../http/query-client";
import { parsePageLinks, toParameters } from "../../http/query-string";
import { MAX_PAGE_SIZE } from "../../values/schemas";
import { fetchCounts, fetchPets } from "../list/calls";
import { FoundPets, type ListedPet, type PetCounts } from "../list/schema";
import { type CardPet, type CardsPage, toCard, toPage, toSearched } from "./card";
import type { ComparedPet } from "./comparison";
import { CARDS_PAGE_SIZE, factsOf, filtersHref, type PetFilters } from "./filters";

// Loaded when a visitor first changes a filter. The first page is rendered on the server and does not need it.

const FRESH_MS = 30_000;

const client = makeQueryClient();

const queryOf = (filters: PetFilters) => ({
  queryKey: ["pets", "cards", filtersHref(filters)],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const search = toParameters({ limit: CARDS_PAGE_SIZE, ...toSearched(filters), cursor: filters.cursor });
    const { data, headers } = await callApi(`/v1/pets/search?${search}`, FoundPets, { signal });
    return toPage(filters, { ...data, ...parsePageLinks(headers.get("Link")) });
  },
  staleTime: FRESH_MS,
});

/** A page that was read within the last half minute comes from the cache, unless `isFresh` is set. @throws ApiError */
export const fetchCards = (filters: PetFilters, { isFresh = false } = {}): Promise<CardsPage> =>
  client.fetchQuery({ ...queryOf(filters), ...(isFresh && { staleTime: 0 }) });

export const cancelCards = (filters: PetFilters): Promise<void> =>
  client.cancelQueries({ queryKey: queryOf(filters).queryKey });

export const prefetchCards = (filters: PetFilters): Promise<void> => client.prefetchQuery(queryOf(filters));

export const recallCards = (filters: PetFilters): CardsPage | null =>
  client.getQueryData<CardsPage>(queryOf(filters).queryKey) ?? null;

export type Favourite = CardPet & ComparedPet;

/** In one request. Those that are gone are left out. @throws ApiError */
export const fetchFavourites = (ids: string): Promise<Favourite[]> =>
  client.fetchQuery({
    queryKey: ["pets", "favourites", ids],
    queryFn: async () => {
      const { pets } = await fetchPets({ limit: String(MAX_PAGE_SIZE), include: "profile,arrivedAt", ids });
      return pets.map(toFavourite);
    },
  });

/** Makes a card that also shows the breed, because favourites are compared. */
function toFavourite({ profile, arrivedAt, ...pet }: ListedPet): Favourite {
  const card = toCard({ ...pet, profile, arrivedAt });
  const [kindAndAge, ...others] = card.summary?.split("\n") ?? [];
  const summary = [kindAndAge, profile?.breed, ...others].filter(Boolean).join("\n");
  return { ...card, summary, profile, arrivedAt };
}

export const fetchKindCounts = (filters: PetFilters): Promise<PetCounts> =>
  client.fetchQuery({
    queryKey: ["pets", "counts", filtersHref(factsOf(filters))],
    queryFn: ({ signal }) => fetchCounts(signal, toParameters(toSearched(factsOf(filters)))),
    staleTime: FRESH_MS,
  });
