import { parseInt64 } from "../../int64";
import { CATEGORIES } from "../categories";

/** Everyday words for the known kinds, by the id of the category. Plurals with -s follow from them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "1": ["dog", "puppy", "puppies", "pup", "doggy", "hound", "canine"],
  "2": ["cat", "kitten", "kitty", "kitties", "feline", "tomcat", "tom"],
  "3": ["rabbit", "bunny", "bunnies", "hare", "kit"],
  "4": ["guinea pig", "guineapig", "guinea-pig", "cavy", "cavies"],
  "5": ["hamster", "hammy"],
  "6": ["bird", "parrot", "budgie", "budgerigar", "canary", "canaries", "parakeet", "cockatiel", "finch", "finches"],
  "7": ["tortoise", "turtle", "terrapin"],
  "8": ["horse", "pony", "ponies", "foal", "mare", "gelding", "stallion", "donkey"],
};

const IDS = new Map(
  CATEGORIES.flatMap(({ id, name, plural }) =>
    [name, plural, ...(WORDS[id.toString()] ?? [])].flatMap((word) => [
      [word.toLowerCase(), id] as const,
      [`${word.toLowerCase()}s`, id] as const,
    ]),
  ),
);

/** The category that a word or a number stands for; null when there is none. */
export function categoryOfWord(text: string): bigint | null {
  const word = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return IDS.get(word) ?? parseInt64(/^category (-?\d+)$/.exec(word)?.[1] ?? word);
}
