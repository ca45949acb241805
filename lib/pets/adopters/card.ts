import type { Neighbours } from "../../values/cursor";
import { foldName } from "../../values/search";
import { beginningOf, capitalized } from "../../values/words";
import { CATEGORIES, categoryName } from "../kinds";
import type { FoundPets, ListedPet } from "../list/schema";
import { numberOf, stemsOf } from "../list/search";
import type { Photo } from "../photos/schema";
import { SEX_LABELS, SIZE_LABELS } from "../profile/choices";
import { ageWords, type CompanionMark, companionMarks, waitWords } from "../profile/words";
import type { Pet } from "../schema";
import { kindOf, type PetFilters, withoutAbsent } from "./filters";

/** A photo in the sizes that a card can use. */
export type CardPhoto = Pick<Photo, "alt" | "width" | "height"> & { urls: Pick<Photo["urls"], 320 | 640> };

/** A word of a text, and what is shown before and after it, with ellipses where the text is cut. */
type TextExcerpt = readonly [before: string, word: string, after: string];

/** What a card shows of an animal. The rest, such as the story, stays on the server. */
export type CardPet = Pet & {
  /**
   * The facts in lines: kind or breed and age, sex and size, and for how long it has been waiting if this was read.
   * Made on the server, to keep the first page small.
   */
  summary?: string;
  /** Whom the animal gets on with, whom it does not, and where nobody knows. An adopted one has none of this. */
  companions?: readonly CompanionMark[];
  photo?: CardPhoto;
  /** The part of its breed, or else of its story, with a searched word. In a short list, the beginning of both. */
  textExcerpt?: TextExcerpt;
};

/** One page of cards, and the cursors of its neighbours. */
export type CardsPage = {
  pets: CardPet[];
  next: string | null;
  prev: string | null;
  /** The filters of the list: those that were asked for, with those that words of the search name. */
  filters: PetFilters;
  /** What the search probably means, if nothing matches it. */
  suggestion: string | null;
  /** Other animals, if few match: those of the suggestion, or available ones. */
  nearest: CardPet[];
};

/** Keeps the words of a fact in one line of a narrow card. */
const inOneLine = (words: string) => words.replaceAll(" ", "\u00a0");

/** An animal that was listed with its profile. `hasReturned`: its adopters have brought it back. */
type Listed = ListedPet & { hasReturned?: boolean };

/** Makes a card of an animal, which says its kind. */
export const toCard = (pet: Listed): CardPet => makeCard(pet, categoryName(pet.categoryId));

/** Makes a card for a list of one kind, which says the breed, if it is known. */
export const toCardOfKind = (pet: Listed): CardPet => makeCard(pet, pet.profile?.breed ?? categoryName(pet.categoryId));

/** A longer breed has its line to itself: a card shows two rows of it, which on a phone have no room for the age. */
const LONG_BREED = 24;

function makeCard(pet: Listed, kindOrBreed: string): CardPet {
  const { id, name, categoryId, status, profile, waitsSince, hasReturned } = pet;
  const { bornOn, sex, size, goodWith, photos: [photo] = [] } = profile ?? {};
  const age = bornOn && inOneLine(ageWords(bornOn));
  const isLong = kindOrBreed.length > LONG_BREED;
  const facts = [isLong && age, sex && SEX_LABELS[sex], size && SIZE_LABELS[size]].filter(Boolean).join(", ");
  const lines = [[kindOrBreed, !isLong && age].filter(Boolean).join(", "), capitalized(facts.toLowerCase())];
  const waited = waitsSince && status !== "sold" && waitWords(new Date(waitsSince));
  const summary = [...lines, waited && (hasReturned ? `Came back ${waited} ago` : `Waiting ${waited}`)]
    .filter(Boolean)
    .join("\n");
  const companions = goodWith && status !== "sold" ? companionMarks(goodWith) : [];
  const card = { id, name, categoryId, status, summary, companions };
  if (!photo) return card;
  const { alt, width, height, urls } = photo;
  return { ...card, photo: { alt, width, height, urls: { 320: urls[320], 640: urls[640] } } };
}

// Kept out of the browser's first bundle: used only where lists are read.

/** Maximum number of characters of a line, and before the word if many follow it. */
const [LINE, BEFORE] = [70, 25];

/**
 * Returns the part of an animal's breed or else of its story that has a word of a search. Returns null if its name has
 * the search, or nothing does.
 */
export function findExcerpt({ name, profile }: ListedPet, search: string): TextExcerpt | null {
  if (!profile || numberOf(search) !== null || foldName(name).includes(foldName(search))) return null;
  const ofBreed = excerptOf(profile.breed ?? "", search);
  if (ofBreed) return [`Breed: ${ofBreed[0]}`, ofBreed[1], ofBreed[2]];
  const ofStory = excerptOf(profile.story ?? "", search);
  return ofStory && [`“${ofStory[0]}`, ofStory[1], `${ofStory[2]}”`];
}

/** Returns the part of a text around its first word of a search, or null if it has none. */
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
