import type { Neighbours } from "../../../values/cursor";
import { beginningOf } from "../../../values/excerpt";
import { CATEGORIES } from "../../kinds/categories";
import type { ListedPet } from "../../list/schema";
import type { FoundPets } from "../find/find-schema";
import { type CardPet, type CardsPage, toCard, toCardOfKind } from "./card";
import { kindOf, type PetFilters, withoutAbsent } from "./filters";
import { findExcerpt } from "./text-excerpt";

/** Returns what filters search for, under the names of the API. */
export function toSearched(filters: PetFilters) {
  const { status, kind: _kind, sort, cursor: _cursor, page: _page, age, ...others } = filters;
  return { ...others, status, sort, categoryId: kindOf(filters)?.id, ageGroup: age };
}

/** A list of so few animals has wide cards (`app/styles/cards.css`), with room for the beginning of the story. */
const MAX_WIDE = 2;
/** Maximum number of characters of that beginning. */
const BEGINNING = 120;

/** Makes a page of cards from the animals that were found for filters. In a list of one kind, cards say the breed. */
export function toPage(asked: PetFilters, found: FoundPets & Neighbours): CardsPage {
  const { pets, next, prev, suggestion, nearest } = found;
  const { categoryId, ageGroup, status, sex, size, goodWith, q } = found.filters;
  const kind = CATEGORIES.find(({ id }) => id === categoryId)?.slug;
  const { sort, cursor, page } = asked;
  const filters = withoutAbsent({ status, kind, q, age: ageGroup, sex, size, goodWith, sort, cursor, page });
  const isWide = pets.length <= MAX_WIDE && next === null && prev === null;
  const cardsOf = (some: readonly (ListedPet & { hasReturned?: boolean })[], search: string | undefined) =>
    some.map((pet): CardPet => {
      const textExcerpt = search === undefined ? null : findExcerpt(pet, search);
      const makeCard = kind !== undefined && pet.categoryId === categoryId ? toCardOfKind : toCard;
      if (textExcerpt) return { ...(textExcerpt[0].startsWith("Breed") ? toCard : makeCard)(pet), textExcerpt };
      return makeCard(pet);
    });
  const cards = cardsOf(withReturns(pets), q);
  return {
    pets: isWide ? cards.map((card, at) => withBeginning(card, pets[at], kind !== undefined)) : cards,
    next,
    prev,
    filters,
    suggestion,
    nearest: cardsOf(nearest, suggestion ?? undefined),
  };
}

/** Adds the beginning of the story to a wide card, and the breed unless the card says it above. */
function withBeginning(card: CardPet, pet: ListedPet | undefined, hasBreed: boolean): CardPet {
  const { breed, story } = pet?.profile ?? {};
  const beginning = beginningOf([hasBreed ? null : breed, story].filter(Boolean).join(". "), BEGINNING);
  return card.textExcerpt || beginning === "" ? card : { ...card, textExcerpt: [beginning, "", ""] };
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
