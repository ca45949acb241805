import { foldName } from "../../fold-name";
import { CATEGORIES, type Category } from "../categories";
import { KIND_WORDS, kindOfWord } from "../kind-words";

/** Breeds and other words that people search for, by the kind's drawing. Names of animals are avoided. */
const BREEDS: Readonly<Record<string, string>> = {
  dog:
    "labrador lab labradoodle retriever shepherd poodle beagle terrier spaniel collie dachshund chihuahua husky pug " +
    "bulldog boxer rottweiler doberman dalmatian greyhound whippet corgi schnauzer pointer setter mastiff pitbull " +
    "malinois malamute maltese pomeranian shih tzu cockapoo mongrel mutt",
  cat: "siamese persian ragdoll bengal sphynx burmese tabby calico tortoiseshell shorthair longhair moggy maine coon",
  rabbit: "lop lionhead angora bun",
  "guinea-pig": "guinea piggy",
  bird: "cockatoo macaw lovebird conure zebrafinch dove pigeon chicken hen duck",
  tortoise: "hermann sulcata",
  horse: "shetland haflinger shire cob mule colt filly",
};

const BREED_KINDS = new Map(
  CATEGORIES.flatMap((kind) => (BREEDS[kind.picture] ?? "").split(" ").map((breed) => [breed, kind] as const)),
);

/** A kind that a search probably means. `spelling` is the word for it, if it was typed differently. */
export type MeantKind = { kind: Category; spelling?: string };

/**
 * Returns the kind that the text of a search probably means ("puppies", "black labrador", "rabit"), or null if it means
 * none.
 */
export function meantKind(text: string): MeantKind | null {
  const phrase = foldName(text);
  const words = phrase.split(/[^\p{L}]+/u).filter(Boolean);
  const singulars = words.map((word) => word.replace(/s$/, ""));
  const kind =
    kindOfWord(phrase) ?? first(words, kindOfWord) ?? first([...words, ...singulars], (word) => BREED_KINDS.get(word));
  return kind ? { kind } : (first(words, misspelled) ?? null);
}

/** Returns the first result for one of the words that is not undefined. */
function first<T>(words: readonly string[], find: (word: string) => T | undefined): T | undefined {
  for (const word of words) {
    const found = find(word);
    if (found !== undefined) return found;
  }
}

/**
 * The words that a typing error may lead to, with the least number of letters that they need. Many names of animals
 * look like a shorter breed: "Ollie" is not a collie.
 */
const SPELLED = [
  { words: KIND_WORDS, least: 5 },
  { words: BREED_KINDS, least: 7 },
];

function misspelled(typed: string): MeantKind | undefined {
  for (const { words, least } of SPELLED) {
    for (const [spelling, kind] of words) {
      if (spelling.length >= least && isOneSlip(typed, spelling)) return { kind, spelling };
    }
  }
}

/** Whether one letter is wrong, missing or too much, or two neighbours are swapped. */
function isOneSlip(typed: string, word: string): boolean {
  const shorter = Math.min(typed.length, word.length);
  let [start, end] = [0, 0];
  while (start < shorter && typed[start] === word[start]) start++;
  while (end < shorter - start && typed.at(-1 - end) === word.at(-1 - end)) end++;
  const [left, right] = [typed.slice(start, typed.length - end), word.slice(start, word.length - end)];
  const isSwapped = left.length === 2 && left === [...right].reverse().join("");
  return isSwapped || Math.max(left.length, right.length) <= 1;
}
