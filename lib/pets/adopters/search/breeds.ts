import type { Category } from "../../kinds/categories";
import { kindOf } from "../cards/filters";
import { keysByWord } from "./word-table";

// Kept out of the browser's first bundle: used only where lists are read.

/** What texts call a breed of dog, by the short and other names that people search for. */
const DOG_NICKNAMES = keysByWord({
  labrador: "lab labradoodle",
  "german shepherd": "gsd alsatian",
  "jack russell": "jrt",
  rottweiler: "rottie",
  doberman: "dobermann dobie",
  dachshund: "doxie",
  yorkshire: "yorkie",
  "west highland": "westie",
  staffordshire: "staffie staffy",
  "french bulldog": "frenchie",
  spaniel: "cockapoo",
  poodle: "cavapoo",
  collie: "sheepdog",
  crossbreed: "mongrel mutt",
});
/** The same for cats. */
const CAT_NICKNAMES = keysByWord({ tortoiseshell: "tortie torbie" });
const NICKNAMES: ReadonlyMap<string, string> = new Map([...DOG_NICKNAMES, ...CAT_NICKNAMES]);

/** Breeds and other words that people search for, by the slug of their kind. Names of animals are avoided. */
const BREEDS_BY_SLUG = keysByWord({
  dog:
    "labrador retriever shepherd poodle beagle terrier spaniel collie dachshund chihuahua husky pug bulldog boxer " +
    "rottweiler doberman dalmatian greyhound whippet corgi schnauzer pointer setter mastiff pitbull malinois malamute " +
    `maltese pomeranian shih tzu bernese crossbreed ${[...DOG_NICKNAMES.keys()].join(" ")}`,
  cat:
    "siamese persian ragdoll bengal sphynx burmese tabby calico tortoiseshell shorthair longhair moggy maine coon " +
    [...CAT_NICKNAMES.keys()].join(" "),
  rabbit: "lop lionhead angora bun",
  "guinea-pig": "guinea piggy",
  bird: "cockatoo macaw lovebird conure zebrafinch dove pigeon chicken hen duck",
  tortoise: "hermann sulcata",
  horse: "shetland haflinger shire cob mule colt filly",
});

/** The number of breeds of a search that are read, because each costs another query. */
const MAX_BREEDS = 3;

/** The kinds by each of these words. */
export const BREED_KINDS: ReadonlyMap<string, Category> = new Map(
  [...BREEDS_BY_SLUG].flatMap(([word, slug]) => {
    const kind = kindOf({ kind: slug });
    return kind ? [[word, kind] as const] : [];
  }),
);

/** Returns a word for a breed in the singular. */
export const singularOf = (word: string) => (BREED_KINDS.has(word) ? word : word.replace(/s$/, ""));

/** Returns the kind of a breed, or undefined if a word is none. */
export const breedKind = (word: string) => BREED_KINDS.get(singularOf(word));

/** Whether a text names a breed. */
export const hasBreed = (text: string) => text.toLowerCase().split(/\s+/).some(breedKind);

/** Returns the words of a search that are breeds: "bernese" of "bernese mountain". Null if all are, or none. */
export function onlyBreeds(text: string): string | null {
  const words = text.toLowerCase().split(/\s+/);
  const breeds = words.filter((word) => BREED_KINDS.has(singularOf(word)));
  return breeds.length === 0 || breeds.length === words.length ? null : breeds.join(" ");
}

/** Returns the breeds of a search that names several in one word each: "collie or beagle". Empty if it does not. */
export function severalBreeds(text: string): string[] {
  const breeds = text.toLowerCase().split(/\s+/).filter(breedKind);
  return breeds.length > 1 ? breeds.slice(0, MAX_BREEDS) : [];
}

/**
 * Returns the words of a search with breeds as texts call them: "black lab" is "black labrador", and "long haired" is
 * "longhair". Null if it has none.
 */
export function spellOutBreeds(text: string): string | null {
  const typed = text.toLowerCase().replace(/\s+/g, " ");
  const words = typed.replace(/\b(long|short)[ -]?haired\b/g, "$1hair").split(" ");
  const spelledOut = words.map((word) => NICKNAMES.get(singularOf(word)) ?? word).join(" ");
  return spelledOut === typed ? null : spelledOut;
}
