import type { Neighbours } from "../../values/cursor";
import { foldName } from "../../values/search";
import { beginningOf, capitalized } from "../../values/words";
import { FACT_KEYS, FACTS, toFacts, valueWords } from "../facts";
import { categoryName, findKind } from "../kinds";
import type { FoundPets, ListedPet } from "../list/schema";
import { numberOf, stemsOf } from "../list/search";
import type { Photo } from "../photos/schema";
import { ageWords, type CompanionMark, companionMarks, waitWords } from "../profile/words";
import type { Pet } from "../schema";
import { kindOf, type PetFilters, withoutAbsent } from "./filters";

export type CardPhoto = Pick<Photo, "alt" | "width" | "height"> & { urls: Pick<Photo["urls"], 320 | 640> };

/** A word of a text, and what is shown before and after it, with ellipses where the text is cut. */
type TextExcerpt = readonly [before: string, word: string, after: string];

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

/** Maximum number of characters of a line, and before the word if many follow it. */
const [LINE, BEFORE] = [70, 25];

/**
 * The part of the breed, or else of the story, that has a word of a search. Null if the name has it, or nothing does.
 */
export function findExcerpt({ name, profile }: ListedPet, search: string): TextExcerpt | null {
  if (!profile || numberOf(search) !== null || foldName(name).includes(foldName(search))) return null;
  const ofBreed = excerptOf(profile.breed ?? "", search);
  if (ofBreed) return [`Breed: ${ofBreed[0]}`, ofBreed[1], ofBreed[2]];
  const ofStory = excerptOf(profile.story ?? "", search);
  return ofStory && [`“${ofStory[0]}`, ofStory[1], `${ofStory[2]}”`];
}

export function excerptOf(text: string, search: string): TextExcerpt | null {
  const stems = stemsOf(search);
  if (stems.length === 0) return null;
  const line = text.replace(/\s+/gu, " ").trim();
  const isWanted = ([word]: RegExpExecArray) => stems.some((stem) => foldName(word).startsWith(stem));
  const found = line.matchAll(/[\p{L}\p{N}\p{M}]+/gu).find(isWanted);
  if (!found) return null;
  const word = beginningOf(found[0], LINE - BEFORE);
  const rest = line.slice(found.index + found[0].length);
  const room = LINE - [...word].length;
  const before = endOf(line.slice(0, found.index), Math.max(BEFORE, room - [...rest].length));
  const space = rest.startsWith(" ") ? " " : "";
  return [before, word, space + beginningOf(rest, room - [...before].length)];
}

/** Returns the end of a string: at most `max` code points, beginning with a word. */
function endOf(text: string, max: number): string {
  const letters = [...text];
  if (letters.length <= max) return text;
  return `…${letters
    .slice(-max)
    .join("")
    .replace(/^\S*\s(?=\S)/u, "")}`;
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
