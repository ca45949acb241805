import { foldName } from "../../values/search";
import { CATEGORIES, type Category } from "../kinds";
import { type AgeGroup, COMPANIONS, type Companion, type Sex, type Size } from "../profile/choices";

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

export const KIND_WORDS: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((kind) =>
    [kind.name, kind.plural, ...(WORDS[kind.id.toString()] ?? [])].flatMap((word) => [
      [word.toLowerCase(), kind] as const,
      [`${word.toLowerCase()}s`, kind] as const,
    ]),
  ),
);

export function kindOfWord(text: string): Category | undefined {
  return KIND_WORDS.get(text.trim().toLowerCase().replaceAll(/\s+/g, " "));
}

type Meaning = { categoryId?: bigint; ageGroup?: AgeGroup; sex?: Sex; size?: Size; goodWith?: Companion };

/** Words for facts. Some also stand for a kind: a kitten is a baby cat. */
const FACTS: readonly (readonly [words: string, meaning: Meaning])[] = [
  ["baby babies newborn puppy puppies pup pups kitten kittens foal foals", { ageGroup: "baby" }],
  ["young younger", { ageGroup: "young" }],
  ["adult adults", { ageGroup: "adult" }],
  ["senior seniors old older elderly", { ageGroup: "senior" }],
  ["female females girl girls mare mares", { sex: "female" }],
  ["male males boy boys tomcat tomcats stallion stallions gelding geldings", { sex: "male" }],
  ["small smaller little tiny", { size: "small" }],
  ["medium", { size: "medium" }],
  ["large larger big bigger", { size: "large" }],
  ["extra large/extralarge/huge/giant", { size: "extra_large" }],
  ["children child kids kid toddlers toddler teenagers teenager family families", { goodWith: "children" }],
];
/** Words for kinds that are more often names. */
const NAMES = new Set(["tom", "toms", "kit", "kits", "kitty", "kittys", "hammy", "hammys"]);

const MEANINGS: ReadonlyMap<string, Meaning> = (() => {
  const meanings = new Map<string, Meaning>();
  for (const [word, { id }] of KIND_WORDS) if (!NAMES.has(word)) meanings.set(word, { categoryId: id });
  for (const [words, meaning] of FACTS) {
    for (const word of words.split(words.includes("/") ? "/" : " "))
      meanings.set(word, { ...meanings.get(word), ...meaning });
  }
  return meanings;
})();

export const KNOWN_WORDS: readonly string[] = [...MEANINGS.keys()];

/** After "with", these are companions, not kinds. */
const COMPANION_WORDS: ReadonlyMap<string, Companion> = new Map([
  ...["dog", "dogs"].map((word) => [word, "dogs"] as const),
  ...["cat", "cats"].map((word) => [word, "cats"] as const),
]);

const FILLERS = new Set("a an the and or for of to in my our is are who which good great gets along with".split(" "));

type Understood = {
  filters: Omit<Meaning, "goodWith"> & { goodWith?: ReadonlySet<Companion> };
  text: string;
};

/**
 * Words that name a kind or a choice of a fact become filters ("small dog good with kids"), the others are left as
 * text. Where several name different choices ("cat or dog"), none is chosen.
 */
export function understand(search: string): Understood {
  const words = foldName(search).split(/[^\p{L}\p{M}\p{N}'-]+/u);
  const named: Meaning[] = [];
  const left: string[] = [];
  let isAfterWith = false;
  for (let at = 0; at < words.length; at++) {
    const [word = "", pair] = [words[at], `${words[at]} ${words[at + 1]}`];
    const companion = isAfterWith ? COMPANION_WORDS.get(word) : undefined;
    const meaning = companion ? { goodWith: companion } : (MEANINGS.get(pair) ?? MEANINGS.get(word));
    isAfterWith ||= word === "with";
    if (meaning) named.push(meaning);
    else left.push(word);
    if (!companion && MEANINGS.has(pair)) at++;
  }
  if (named.length === 0) return { filters: {}, text: search };
  const goodWith = new Set(COMPANIONS.filter((companion) => named.some((meaning) => meaning.goodWith === companion)));
  return {
    filters: {
      ...onlyOne(named, "categoryId"),
      ...onlyOne(named, "ageGroup"),
      ...onlyOne(named, "sex"),
      ...onlyOne(named, "size"),
      ...(goodWith.size > 0 && { goodWith }),
    },
    text: left.filter((word) => word !== "" && !FILLERS.has(word)).join(" "),
  };
}

function onlyOne<K extends keyof Meaning>(meanings: readonly Meaning[], name: K): Pick<Meaning, K> | null {
  const [value, ...others] = new Set(meanings.flatMap((meaning) => meaning[name] ?? []));
  if (value === undefined || others.length > 0) return null;
  const only: Pick<Meaning, K> = { [name]: value } as Pick<Meaning, K>; // its only member is the one that was named
  return only;
}
