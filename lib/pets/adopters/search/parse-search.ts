import type { Category } from "../../kinds/categories";
import { KIND_WORDS } from "../../kinds/kind-words";
import { AGE_GROUPS, type AgeGroup, type Companion, type Sex, type Size } from "../../profile/choices";
import type { PetFilters } from "../cards/filters";
import { breedKind, singularOf } from "./breeds";
import { lettersOf } from "./letters";
import { parsePhrases } from "./parse-phrases";
import { keysByWord } from "./word-table";

// Kept out of the browser's first bundle: used only where lists are read.

/** Words for facts, by the value of the filter. Some are words for a kind too. */
const AGES = keysByWord<AgeGroup>({
  baby: "baby babies newborn puppy puppies pup pups kitten kittens foal foals",
  young: "young younger junior",
  adult: "adult adults",
  senior: "senior seniors old older elderly",
});
const FEMALE_AND_MALE = keysByWord<Sex>({
  female: "female females girl girls mare mares filly fillies",
  male: "male males boy boys tomcat tomcats stallion stallions gelding geldings colt colts",
});
const BODY_SIZES = keysByWord<Size>({
  small: "small smaller little tiny",
  medium: "medium",
  large: "large larger big bigger",
  extra_large: "extralarge huge giant",
});

/** Words that mean nothing here. */
const FILLERS = new Set(
  (
    "a an the any some that who which can animal animals pet pets and or for of is are sized size aged " +
    "i we us me my our you your he she it its they their this these with in to at on from as also but so very really " +
    "am be been do does s m re ve ll d would could should will like likes loves have has having got own owns live lives living " +
    "looking look searching search seeking find finding want wants wanting need needs needing get getting adopt " +
    "adopting adoption home please someone somebody anyone people person named name called available something anything wich"
  ).split(" "),
);
/** Words for an animal of any kind. */
const ANY_KIND = /\b(?:animals?|pets?|something|anything|companion|friend)\b/i;
/** Words that say nothing about an animal of a named kind, but may be a part of a name. */
const PRAISE = new Set("good great nice best perfect suitable right there one two three four".split(" "));

/** Words that turn the meaning of others around: "not good with cats", "no dogs". "Isn't" is read as two words. */
const NEGATIONS = new Set("no not non never without except bad hates dislikes isn doesn don aren cannot".split(" "));

/** Whether a search says what an animal is not, which no filter can. */
export const isNegated = (text: string): boolean =>
  lettersOf(text).some((word, at, words) => NEGATIONS.has(word) || (word === "can" && words[at + 1] === "t"));

/** Whether a word stands for a kind or a fact. */
const isKnown = (word: string): boolean =>
  [KIND_WORDS, AGES, FEMALE_AND_MALE, BODY_SIZES].some((known) => known.has(word));

/** Whether a word stands for a kind, or for a breed of one. */
export const isKindWord = (word: string): boolean => KIND_WORDS.has(word) || breedKind(word) !== undefined;

/** What the words of a search say about an animal. */
export type ParsedSearch = {
  filters: Pick<PetFilters, "kind" | "age" | "sex" | "size" | "goodWith">;
  /** The kinds, if it names several. The filters then have none, because they can have only one. */
  kinds?: readonly Category[];
  /** The age groups, if it means several. The filters then have none. */
  ages?: readonly AgeGroup[];
  /** What no filter can say. */
  note?: string;
  /** Its other words, including breeds. Only texts can have these. */
  otherWords: string;
};

/**
 * Returns the filters that the text of a search probably means ("old dog", "kitten", "black labrador"), or null if it
 * means none. Without a kind, a companion or "something", it must consist of known words: "Big Ben" is a name.
 */
export function parseSearch(text: string): ParsedSearch | null {
  const { present, others, goodWith, aged, note } = parsePhrases(text, isKindWord);
  if (isNegated(present)) return null;
  const words = others.split(/[\s\d]+/).filter((word) => word !== "" && !FILLERS.has(word));
  const named = kindsOf(words, (word) => KIND_WORDS.get(word));
  const kinds = named.length > 0 ? named : kindsOf(words, breedKind);
  const otherWords = words.filter((word) => !isKnown(word) && (kinds.length === 0 || !PRAISE.has(word)));
  const kind = kinds.length === 1 ? kinds[0]?.slug : undefined;
  const ages = agesOf(words, aged ?? AGE_GROUPS, MAX_LISTS / kinds.length);
  const age = ages.length === 1 ? ages[0] : undefined;
  const [sex, size] = [onlyOne(words, FEMALE_AND_MALE), onlyOne(words, BODY_SIZES)];
  const isFactual = ages.length > 0 || sex || size || goodWith.length > 0;
  if (kinds.length === 0 && !(isFactual && (otherWords.length === 0 || isDescription(present, goodWith)))) return null;
  return {
    filters: {
      ...(kind && { kind }),
      ...(age && { age }),
      ...(sex && { sex }),
      ...(size && { size }),
      ...(goodWith.length > 0 && { goodWith }),
    },
    ...(kinds.length > 1 && { kinds }),
    ...(ages.length > 1 && { ages }),
    ...(note && { note }),
    otherWords: otherWords.map((word) => (breedKind(word) ? singularOf(word) : word)).join(" "),
  };
}

/**
 * Returns what is said about a search that only has words for what no filter knows ("cheap"), or null for any other.
 */
export function parseOnlyTopics(text: string): ParsedSearch | null {
  const { others, note, aged, goodWith } = parsePhrases(text, () => false);
  if (note === "" || aged || goodWith.length > 0) return null;
  const isOnly = others.split(" ").every((word) => word === "" || FILLERS.has(word));
  return isOnly ? { filters: {}, note, otherWords: "" } : null;
}

/** Whether a search says "something", or whom an animal should be good with, which hardly any name does. */
const isDescription = (text: string, goodWith: readonly Companion[]): boolean =>
  ANY_KIND.test(text) || (goodWith.length > 0 && /\b(?:with|for)\b/i.test(text));

/** Maximum number of lists that are read for a search. */
const MAX_LISTS = 8;

/**
 * Returns the age groups a search names, limited to any stated age. Returns none if all or too many match.
 */
function agesOf(words: readonly string[], aged: readonly AgeGroup[], most: number): AgeGroup[] {
  const named = new Set(words.flatMap((word) => AGES.get(word) ?? []));
  // A kitten of 11 months is a young cat, too.
  if (named.size === 1 && named.has("young")) named.add("baby");
  const both = aged.filter((group) => named.has(group));
  const ages = both.length > 0 ? both : [...aged];
  return ages.length === AGE_GROUPS.length || ages.length > Math.max(1, most) ? [] : ages;
}

/** Returns the kinds that the words stand for, each once. */
function kindsOf(words: readonly string[], find: (word: string) => Category | undefined): Category[] {
  return [...new Set(words.flatMap((word) => find(word) ?? []))];
}

/** Returns the value that the words name, or undefined if they name none, or several: "young or old". */
function onlyOne<V>(words: readonly string[], values: ReadonlyMap<string, V>): V | undefined {
  const named = new Set(words.flatMap((word) => values.get(word) ?? []));
  return named.size === 1 ? [...named][0] : undefined;
}
