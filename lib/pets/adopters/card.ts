import type { Neighbours } from "../../values/cursor";
import { capitalized } from "../../values/words";
import { FACT_KEYS, FACTS, toFacts, valueWords } from "../facts";
import { categoryName, findKind } from "../kinds";
import { findExcerpt, type TextExcerpt } from "../list/excerpt";
import type { FoundPets, ListedPet } from "../list/schema";
import type { Photo } from "../photos/schema";
import { ageWords, type CompanionMark, companionMarks, waitWords } from "../profile/words";
import type { Pet } from "../schema";
import { kindOf, type PetFilters, withoutAbsent } from "./filters";

export type CardPhoto = Pick<Photo, "alt" | "width" | "height"> & { urls: Pick<Photo["urls"], 320 | 640> };

/** What a card shows of an animal. The rest, such as the story, stays on the server. */
export type CardPet = Pet & {
  /** Kind or breed and age, sex and size, and the wait, in lines. Made on the server, to keep the first page small. */
  summary?: string;
  companions?: readonly CompanionMark[];
  photo?: CardPhoto;
  /** The part of its breed, or else of its story, with a searched word. */
  textExcerpt?: TextExcerpt;
};

export type CardsPage = {
  pets: CardPet[];
  next: string | null;
  prev: string | null;
  /** The filters of the list: those that were asked for, with those that words of the search name. */
  filters: PetFilters;
  suggestion: string | null;
  nearest: CardPet[];
};

const inOneLine = (words: string) => words.replaceAll(" ", "\u00a0");

export const toCard = (pet: ListedPet): CardPet => makeCard(pet, categoryName(pet.categoryId));

export const toCardOfKind = (pet: ListedPet): CardPet =>
  makeCard(pet, pet.profile?.breed ?? categoryName(pet.categoryId));

const ON_CARDS = FACT_KEYS.filter((key) => FACTS[key].isOnCards);

/** A longer breed has its line to itself: a card shows two rows of it, which on a phone have no room for the age. */
const LONG_BREED = 24;

function makeCard(pet: ListedPet, kindOrBreed: string): CardPet {
  const { id, name, categoryId, status, profile, arrivedAt } = pet;
  const { bornOn, goodWith, photos: [photo] = [] } = profile ?? {};
  const age = bornOn && inOneLine(ageWords(bornOn));
  const isLong = kindOrBreed.length > LONG_BREED;
  const known = profile ? ON_CARDS.map((key) => valueWords(key, toFacts(profile)[key])) : [];
  const facts = [isLong && age, ...known].filter(Boolean).join(", ");
  const lines = [[kindOrBreed, !isLong && age].filter(Boolean).join(", "), capitalized(facts.toLowerCase())];
  const waited = arrivedAt && status !== "sold" && waitWords(new Date(arrivedAt));
  const summary = [...lines, waited && `Waiting ${waited}`].filter(Boolean).join("\n");
  const companions = goodWith && status !== "sold" ? companionMarks(goodWith) : [];
  const card = { id, name, categoryId, status, summary, companions };
  if (!photo) return card;
  const { alt, width, height, urls } = photo;
  return { ...card, photo: { alt, width, height, urls: { 320: urls[320], 640: urls[640] } } };
}

export function toSearched(filters: PetFilters) {
  const { q, status, kind: _kind, cursor: _cursor, ...others } = filters;
  return { q, status, ...others, categoryId: kindOf(filters)?.id };
}

/** In a list of one kind, cards say the breed. */
export function toPage(asked: PetFilters, found: FoundPets & Neighbours): CardsPage {
  const { pets, next, prev, suggestion, nearest } = found;
  const { categoryId, ...others } = found.filters;
  const kind = findKind(categoryId)?.slug;
  const { sort, cursor } = asked;
  const filters = withoutAbsent({ ...others, kind, sort, cursor });
  const cardsOf = (some: readonly ListedPet[], search: string | undefined) =>
    some.map((pet): CardPet => {
      const textExcerpt = search === undefined ? null : findExcerpt(pet, search);
      const makeCard = kind !== undefined && pet.categoryId === categoryId ? toCardOfKind : toCard;
      if (textExcerpt) return { ...(textExcerpt[0].startsWith("Breed") ? toCard : makeCard)(pet), textExcerpt };
      return makeCard(pet);
    });
  return {
    pets: cardsOf(pets, filters.q),
    next,
    prev,
    filters,
    suggestion,
    nearest: cardsOf(nearest, suggestion ?? undefined),
  };
}
