import { CATEGORIES, type Category } from "./categories";

/** Everyday words for the known kinds, by the id of the category. Plurals with -s follow from them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "1": ["dog", "puppy", "puppies", "pup", "doggy", "doggie", "hound", "canine"],
  "2": ["cat", "kitten", "kitty", "kitties", "feline", "tomcat", "tom"],
  "3": ["rabbit", "bunny", "bunnies", "hare", "kit"],
  "4": ["guinea pig", "guineapig", "guinea-pig", "cavy", "cavies"],
  "5": ["hamster", "hammy"],
  "6": ["bird", "parrot", "budgie", "budgerigar", "canary", "canaries", "parakeet", "cockatiel", "finch", "finches"],
  "7": ["tortoise", "turtle", "terrapin"],
  "8": ["horse", "pony", "ponies", "foal", "mare", "gelding", "stallion", "donkey"],
};

/** The known kinds by every word for them, in lower case. */
export const KIND_WORDS: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((kind) =>
    [kind.name, kind.plural, ...(WORDS[kind.id.toString()] ?? [])].flatMap((word) => [
      [word.toLowerCase(), kind] as const,
      [`${word.toLowerCase()}s`, kind] as const,
    ]),
  ),
);

/** Returns the known kind that an everyday word stands for, singular or plural, or undefined if there is none. */
export function kindOfWord(text: string): Category | undefined {
  return KIND_WORDS.get(text.trim().toLowerCase().replaceAll(/\s+/g, " "));
}
