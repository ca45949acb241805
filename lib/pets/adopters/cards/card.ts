import { capitalized } from "../../../values/capitalized";
import { categoryName } from "../../kinds/categories";
import type { ListedPet } from "../../list/schema";
import type { Photo } from "../../photos/schema";
import { SEX_LABELS, SIZE_LABELS } from "../../profile/choices";
import { ageWords, type CompanionMark, companionMarks, waitWords } from "../../profile/words";
import type { Pet } from "../../schema";
import type { PetFilters } from "./filters";

/** A photo in the sizes that a card can use. */
export type CardPhoto = Pick<Photo, "alt" | "width" | "height"> & { urls: Pick<Photo["urls"], 320 | 640> };

/** A word of a text, and what is shown before and after it, with ellipses where the text is cut. */
export type TextExcerpt = readonly [before: string, word: string, after: string];

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
