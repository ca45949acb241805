import type { ListedPet, PetsPage } from "../../list/schema";
import { DEFAULT_STATUS } from "../../status";
import { type CardsPage, toCard, toCardOfKind } from "./card";
import type { PetFilters } from "./filters";
import { comparableFacts, type Facts } from "./nearest";
import { toCardWithExcerpt, toWideCard } from "./text-excerpt";

/**
 * How a page is read: only animals with the words `inText` in their texts, if given, or with the facts of each animal,
 * in the order of its animals. `isAmongKinds`: its animals are shown among those of other kinds.
 */
export type ReadOptions = {
  inText?: string | undefined;
  withFacts?: boolean | undefined;
  isAmongKinds?: boolean | undefined;
};

/** A page of cards, and the facts of its animals if these were asked for. */
export type CardsWithFacts = CardsPage & { facts?: readonly Facts[] };

/** Reads the page of the list for some filters, with `limit` animals. */
export type PageReader = (filters: PetFilters, limit?: number, reading?: ReadOptions) => Promise<CardsWithFacts>;

/** All available animals, as on the first page. */
export const AVAILABLE: PetFilters = { status: DEFAULT_STATUS };

/** Returns the text and the facts of filters under the names of the API. */
export function toSearched(filters: PetFilters) {
  const { status: _status, kind: _kind, sort: _sort, cursor: _cursor, page: _page, age, ...others } = filters;
  return { ...others, ...(age && { ageGroup: age }) };
}

/** A page without animals. */
export const EMPTY_PAGE: CardsPage = { pets: [], next: null, prev: null };

/** A list of so few animals has wide cards (`app/styles/cards.css`). */
const MAX_WIDE = 2;

/** Makes a page of cards from a page of the list with these filters. In a list of one kind, cards say the breed. */
export function toCards(
  { pets, next, prev }: PetsPage,
  { kind }: PetFilters,
  { inText, withFacts, isAmongKinds }: ReadOptions,
): CardsWithFacts {
  const makeCard = kind !== undefined && !isAmongKinds ? toCardOfKind : toCard;
  const isWide = pets.length <= MAX_WIDE && next === null && prev === null;
  const cards = withReturns(pets).map((pet) => {
    if (inText) return toCardWithExcerpt(pet, inText, makeCard);
    return isWide ? toWideCard(pet, makeCard) : makeCard(pet);
  });
  return { pets: cards, next, prev, ...(withFacts && { facts: pets.map(comparableFacts) }) };
}

/**
 * Tells which animals have returned, if the list has waits and begins with those that were added first: one that was
 * added later waits longer.
 */
function withReturns(pets: readonly ListedPet[]): (ListedPet & { hasReturned?: boolean })[] {
  let earliest = { id: 0n, since: Number.POSITIVE_INFINITY };
  const marked = pets.toReversed().map((pet) => {
    if (pet.waitsSince === undefined) return pet;
    const since = Date.parse(pet.waitsSince);
    const hasReturned = earliest.id > pet.id && earliest.since < since;
    if (since < earliest.since) earliest = { id: pet.id, since };
    return hasReturned ? { ...pet, hasReturned } : pet;
  });
  return marked.toReversed();
}
