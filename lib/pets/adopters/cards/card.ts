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

/** Where the words of a search are: all in one of these, or some in each. */
export type FoundIn = "breed" | "story" | "breed or story";

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
  /** Where all the searched words are. */
  foundIn?: FoundIn;
};

/** Available animals that are shown below a short list. */
type Others = {
  pets: CardPet[];
  /** The heading, if it does not follow from the kinds. */
  heading?: string;
  /** The kind that was probably meant, by its slug. */
  kind?: string;
  /** The word for this kind, if it was misspelled. */
  spelling?: string;
  /** The name that was probably meant. Its animal is the first. */
  name?: string;
};

/** One page of cards, the cursors of its neighbours, and what the page says and shows beside them. */
export type CardsPage = { pets: CardPet[]; next: string | null; prev: string | null } & PageWords &
  OtherCards &
  SearchMeaning;

/** What a page says that does not follow from its filters. */
type PageWords = {
  heading?: string;
  /** The note below the heading. */
  note?: string;
  /** The notice if there are no animals. */
  empty?: EmptyList;
};

/** Animals that are not part of the list. */
type OtherCards = {
  /** Animals that match the search in another way, because no name matches it. They come before the others. */
  leadingMatches?: LeadingMatches;
  /** Whether all animals that match have another status than the chosen one. */
  isElsewhere?: boolean;
  others?: Others;
};

/** What a search was understood as. Without a search, there is none of this. */
type SearchMeaning = {
  /** The filters of these animals, which the search probably means, because no name matches it. */
  meantFilters?: PetFilters;
  /** The words of the search besides these filters, if texts have them. */
  otherWords?: string;
  /** The age groups that the search means, if these are several. */
  ages?: AgeChoice;
  /** The kinds that the search names, if these are several. */
  kinds?: readonly bigint[];
  /** The filters that are counted, if the search was corrected. */
  countedFilters?: PetFilters;
  /** Links to the lists that the search may mean. */
  suggestions?: WordLink[];
};

/** The label of several age groups, "Baby or young", and the list of all ages. */
export type AgeChoice = { label: string; rest: PetFilters };

/** Animals that are shown first, and the heading of the list below them. */
type LeadingMatches = { pets: CardPet[]; rest?: string };

/** A link to a list. */
export type WordLink = { words: string; target: PetFilters };

/** Why a list is empty, what a visitor can do, and the kind that is drawn beside it. */
export type EmptyList = {
  title: string;
  /** The end of the title: what the visitor probably meant. */
  meant?: WordLink;
  advice: string;
  links: WordLink[];
  kind?: string;
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
